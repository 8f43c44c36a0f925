package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.KeyEncoder;
import java.util.Arrays;
import org.bson.BsonValue;

/**
 * A place in the order of an index's values: just before a value, or just after it.
 *
 * @param bytes of the value, by which it is ordered
 */
record KeyEdge(BsonValue value, byte[] bytes, boolean after) implements Comparable<KeyEdge> {
  KeyEdge {
    requireNonNull(value, "value");
  }

  static KeyEdge before(BsonValue value) {
    return new KeyEdge(value, KeyEncoder.encode(value), false);
  }

  static KeyEdge after(BsonValue value) {
    return new KeyEdge(value, KeyEncoder.encode(value), true);
  }

  @Override
  public int compareTo(KeyEdge other) {
    int byValue = Arrays.compareUnsigned(bytes, other.bytes);
    return byValue != 0 ? byValue : Boolean.compare(after, other.after);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyEdge edge && compareTo(edge) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(bytes) + Boolean.hashCode(after);
  }

  boolean isAtSameValue(KeyEdge other) {
    return Arrays.equals(bytes, other.bytes);
  }
}
