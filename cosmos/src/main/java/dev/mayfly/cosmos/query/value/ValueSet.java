package dev.mayfly.cosmos.query.value;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values that differ from each other, in the order in which they came. */
public final class ValueSet {
  private final Map<Object, Value> values = new LinkedHashMap<>();

  public static ValueSet of(List<Value> values) {
    ValueSet set = new ValueSet();
    values.forEach(set::add);
    return set;
  }

  /** Adds a defined value; false if it was there. */
  public boolean add(Value value) {
    return values.putIfAbsent(key(value), value) == null;
  }

  public boolean contains(Value value) {
    return values.containsKey(key(value));
  }

  public int size() {
    return values.size();
  }

  public List<Value> values() {
    return new ArrayList<>(values.values());
  }

  /** Strings and constants are their own keys; of others a hash is as good as the value. */
  private static Object key(Value value) {
    return value instanceof StringValue || value instanceof Constant
        ? value
        : ByteBuffer.wrap(ValueHash.of(value));
  }
}
