package dev.mayfly.mongo.wire;

import dev.mayfly.mongo.bson.LazyDocument;
import java.util.Collection;
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

  private BsonDocument fields() {
    BsonDocument fields = body.copy();
    sequences.forEach(each -> fields.put(each.name(), each.array()));
    return fields;
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
    Set<String> names = new java.util.LinkedHashSet<>(body.keySet());
    sequences.forEach(each -> names.add(each.name()));
    return names;
  }

  @Override
  public Collection<BsonValue> values() {
    return fields().values();
  }

  @Override
  public Set<Map.Entry<String, BsonValue>> entrySet() {
    return java.util.Collections.unmodifiableMap(fields()).entrySet();
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
    return fields().clone();
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
    return fields().toString();
  }
}
