package dev.mayfly.mongo.wire;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A command whose document sequences are fields again. Like its body it is read where it lies and
 * can't be changed.
 */
final class CommandBody extends BsonDocument {
  private static final long serialVersionUID = 1;

  private final transient LazyDocument body;
  private final transient List<Sequence> sequences;

  CommandBody(LazyDocument body, List<Sequence> sequences) {
    this.body = body;
    this.sequences = sequences;
  }

  @Override
  public BsonValue get(Object key) {
    for (int i = 0; i < sequences.size(); i++) {
      if (sequences.get(i).name().equals(key)) {
        return sequences.get(i).array();
      }
    }
    return body.get(key);
  }

  @Override
  public BsonValue get(Object key, BsonValue whenMissing) {
    BsonValue value = get(key);
    return value == null ? whenMissing : value;
  }

  private Map<String, BsonValue> fields() {
    Map<String, BsonValue> fields = new LinkedHashMap<>();
    for (RawCursor cursor = body.raw().elements(); cursor.next(); ) {
      fields.putIfAbsent(cursor.name(), LazyDocument.valueOf(cursor));
    }
    for (Sequence each : sequences) {
      fields.put(each.name(), each.array());
    }
    return Collections.unmodifiableMap(fields);
  }

  private BsonDocument copy() {
    BsonDocument copy = new BsonDocument();
    copy.putAll(fields());
    return copy;
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public boolean containsValue(Object value) {
    return fields().containsValue(value);
  }

  @Override
  public int size() {
    return body.size() + sequences.size();
  }

  @Override
  public boolean isEmpty() {
    return false;
  }

  @Override
  public String getFirstKey() {
    return body.getFirstKey();
  }

  @Override
  public Set<String> keySet() {
    Set<String> names = new LinkedHashSet<>(body.keySet());
    sequences.forEach(each -> names.add(each.name()));
    return names;
  }

  @Override
  public Collection<BsonValue> values() {
    return fields().values();
  }

  @Override
  public Set<Map.Entry<String, BsonValue>> entrySet() {
    return fields().entrySet();
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
    return new UnsupportedOperationException("the body of a command can't be changed");
  }

  @Override
  public BsonDocument clone() {
    return copy().clone();
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
    return copy().toString();
  }
}
