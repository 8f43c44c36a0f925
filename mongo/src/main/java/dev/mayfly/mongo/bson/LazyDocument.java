package dev.mayfly.mongo.bson;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A document read where it lies, in bytes that were validated before: a field is made an object
 * when it is asked for, and an inner document is again such a one. It can't be changed; {@link
 * #copy} gives one that can. Of fields with the same name, the first counts.
 */
public final class LazyDocument extends BsonDocument {
  private static final long serialVersionUID = 1;

  private final transient RawValue raw;

  public LazyDocument(byte[] bytes) {
    this(RawBson.root(bytes));
  }

  public LazyDocument(RawValue raw) {
    this.raw = requireNonNull(raw, "raw");
  }

  /** Where the document lies; shared. */
  public RawValue raw() {
    return raw;
  }

  @Override
  public BsonValue get(Object key) {
    if (!(key instanceof String name)) {
      return null;
    }
    for (RawCursor cursor = raw.elements(); cursor.next(); ) {
      if (isNamed(cursor, name)) {
        return valueOf(cursor);
      }
    }
    return null;
  }

  @Override
  public BsonValue get(Object key, BsonValue whenMissing) {
    BsonValue value = get(key);
    return value == null ? whenMissing : value;
  }

  private boolean isNamed(RawCursor cursor, String name) {
    byte[] bytes = raw.bytes();
    int offset = cursor.nameOffset();
    int length = name.length();
    if (cursor.nameLength() < length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      char character = name.charAt(i);
      if (character >= 0x80) {
        return cursor.name().equals(name);
      }
      if (bytes[offset + i] != character) {
        return false;
      }
    }
    return cursor.nameLength() == length;
  }

  /** The value as an object; documents stay where they lie. */
  public static BsonValue valueOf(RawCursor cursor) {
    return valueOf(cursor.value());
  }

  public static BsonValue valueOf(RawValue value) {
    return switch (value.type()) {
      case RawType.DOCUMENT -> new LazyDocument(value);
      case RawType.ARRAY -> BsonBytes.array(value);
      default -> value.toBsonValue();
    };
  }

  /** A document with the same fields that can be changed; inner documents stay where they lie. */
  public BsonDocument copy() {
    BsonDocument copy = new BsonDocument();
    for (RawCursor cursor = raw.elements(); cursor.next(); ) {
      copy.putIfAbsent(cursor.name(), valueOf(cursor));
    }
    return copy;
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public boolean containsValue(Object value) {
    return values().contains(value);
  }

  @Override
  public int size() {
    return keySet().size();
  }

  @Override
  public boolean isEmpty() {
    return !raw.elements().next();
  }

  @Override
  public String getFirstKey() {
    RawCursor cursor = raw.elements();
    cursor.next();
    return cursor.name();
  }

  @Override
  public Set<String> keySet() {
    return fields().keySet();
  }

  @Override
  public Collection<BsonValue> values() {
    return fields().values();
  }

  @Override
  public Set<Map.Entry<String, BsonValue>> entrySet() {
    return fields().entrySet();
  }

  private Map<String, BsonValue> fields() {
    Map<String, BsonValue> fields = new LinkedHashMap<>();
    for (RawCursor cursor = raw.elements(); cursor.next(); ) {
      fields.putIfAbsent(cursor.name(), valueOf(cursor));
    }
    return java.util.Collections.unmodifiableMap(fields);
  }

  /** The first field and its value, or null if there is none. */
  public Map.Entry<String, BsonValue> first() {
    RawCursor cursor = raw.elements();
    return cursor.next() ? new SimpleImmutableEntry<>(cursor.name(), valueOf(cursor)) : null;
  }

  @Override
  public BsonValue put(String key, BsonValue value) {
    throw unchangeable();
  }

  @Override
  public BsonDocument append(String key, BsonValue value) {
    throw unchangeable();
  }

  @Override
  public BsonValue remove(Object key) {
    throw unchangeable();
  }

  @Override
  public void putAll(Map<? extends String, ? extends BsonValue> other) {
    throw unchangeable();
  }

  @Override
  public void clear() {
    throw unchangeable();
  }

  private static UnsupportedOperationException unchangeable() {
    return new UnsupportedOperationException("a lazy document can't be changed: copy it");
  }

  @Override
  public BsonDocument clone() {
    return raw.toBsonValue().asDocument();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BsonDocument that && entrySet().equals(that.entrySet());
  }

  @Override
  public int hashCode() {
    return entrySet().hashCode();
  }

  @Override
  public String toString() {
    return clone().toString();
  }
}
