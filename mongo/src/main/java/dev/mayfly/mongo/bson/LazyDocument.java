package dev.mayfly.mongo.bson;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A document over validated bytes: fields are decoded on access, and subdocuments stay lazy.
 * Immutable; {@link #copy} returns a mutable one. For duplicate names the first field counts.
 */
public final class LazyDocument extends ImmutableDocument {
  private static final long serialVersionUID = 1;

  /** Of a document that is not one of a collection, as it was read. */
  public static final long REMAINING_UNKNOWN = -1;

  private final transient RawValue raw;
  private final transient long remainingSeconds;

  public LazyDocument(byte[] bytes) {
    this(RawBson.root(bytes));
  }

  public LazyDocument(RawValue raw) {
    this(raw, REMAINING_UNKNOWN);
  }

  /** A document of a collection that was read and lives so long from then on. */
  public LazyDocument(RawValue raw, long remainingSeconds) {
    this.raw = requireNonNull(raw, "raw");
    this.remainingSeconds = remainingSeconds;
  }

  /**
   * Seconds left to live as of the read (G3); {@link Long#MAX_VALUE} if it does not expire, {@link
   * #REMAINING_UNKNOWN} if the document was computed.
   */
  public long remainingSeconds() {
    return remainingSeconds;
  }

  /** The underlying bytes; shared. */
  public RawValue raw() {
    return raw;
  }

  /** A copy in its own byte array. */
  public LazyDocument copiedBytes() {
    int from = raw.offset();
    byte[] copy = Arrays.copyOfRange(raw.bytes(), from, from + raw.length());
    return new LazyDocument(RawBson.root(copy), remainingSeconds);
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

  /** Decodes a value; documents stay lazy. */
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

  /** A mutable copy; subdocuments stay lazy. */
  public BsonDocument copy() {
    BsonDocument copy = new BsonDocument();
    for (RawCursor cursor = raw.elements(); cursor.next(); ) {
      copy.putIfAbsent(cursor.name(), valueOf(cursor));
    }
    return copy;
  }

  /**
   * All fields in order, including duplicate names. For parsers that treat each field as an
   * instruction: ignoring a duplicate would silently skip it.
   */
  public static Iterable<Map.Entry<String, BsonValue>> allFields(BsonDocument document) {
    if (!(document instanceof LazyDocument lazy)) {
      return document.entrySet();
    }
    List<Map.Entry<String, BsonValue>> fields = new ArrayList<>();
    for (RawCursor cursor = lazy.raw.elements(); cursor.next(); ) {
      fields.add(Map.entry(cursor.name(), valueOf(cursor)));
    }
    return fields;
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
    Set<String> names = new LinkedHashSet<>();
    for (RawCursor cursor = raw.elements(); cursor.next(); ) {
      names.add(cursor.name());
    }
    return Collections.unmodifiableSet(names);
  }

  @Override
  protected Map<String, BsonValue> fields() {
    return Collections.unmodifiableMap(copy());
  }

  @Override
  public BsonDocument clone() {
    return raw.toBsonValue().asDocument();
  }

  @Override
  public String toString() {
    return clone().toString();
  }
}
