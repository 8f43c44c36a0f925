package dev.mayfly.mongo.bson;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An immutable document that creates its fields on demand. */
public abstract class ImmutableDocument extends BsonDocument {
  private static final long serialVersionUID = 1;

  /** The fields in order; must not be modified. */
  protected abstract Map<String, BsonValue> fields();

  @Override
  public abstract BsonValue get(Object key);

  @Override
  public BsonValue get(Object key, BsonValue whenMissing) {
    BsonValue value = get(key);
    return value == null ? whenMissing : value;
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
    return keySet().size();
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
    return new UnsupportedOperationException("this document can't be changed: copy it");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BsonDocument that && entrySet().equals(that.entrySet());
  }

  @Override
  public int hashCode() {
    return entrySet().hashCode();
  }
}
