package dev.mayfly.query.interval;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.KeyEncoder;
import java.util.Arrays;
import org.bson.BsonValue;

/** A position in the order of index keys: just before a value or just after it. */
public final class KeyBound implements Comparable<KeyBound> {
  private final BsonValue value;
  private final byte[] key;
  private final boolean after;

  private KeyBound(BsonValue value, byte[] key, boolean after) {
    this.value = requireNonNull(value, "value");
    this.key = key;
    this.after = after;
  }

  /**
   * @throws dev.mayfly.engine.error.EngineException BAD_REQUEST if the value can't be a key
   */
  public static KeyBound before(BsonValue value) {
    return new KeyBound(value, KeyEncoder.encode(value), false);
  }

  /**
   * @throws dev.mayfly.engine.error.EngineException BAD_REQUEST if the value can't be a key
   */
  public static KeyBound after(BsonValue value) {
    return new KeyBound(value, KeyEncoder.encode(value), true);
  }

  /** The position on the other side of the same value. */
  KeyBound opposite() {
    return new KeyBound(value, key, !after);
  }

  public BsonValue value() {
    return value;
  }

  /** Whether it is after the value; before it otherwise. */
  public boolean isAfter() {
    return after;
  }

  /** Whether no value of the same type, or next to none, is on one side of it. */
  boolean isAtEndOfType() {
    return switch (value.getBsonType()) {
      case DOUBLE -> Double.isInfinite(value.asDouble().getValue());
      case STRING -> value.asString().getValue().isEmpty();
      case DOCUMENT -> value.asDocument().isEmpty();
      case ARRAY -> value.asArray().isEmpty();
      case BINARY -> value.asBinary().getData().length == 0;
      case DATE_TIME -> isExtreme(value.asDateTime().getValue());
      case TIMESTAMP -> value.asTimestamp().getValue() == 0 || value.asTimestamp().getValue() == -1;
      case MIN_KEY, MAX_KEY, UNDEFINED, NULL, BOOLEAN -> true;
      default -> false;
    };
  }

  private static boolean isExtreme(long number) {
    return number == Long.MIN_VALUE || number == Long.MAX_VALUE;
  }

  boolean isAtSameValue(KeyBound other) {
    return Arrays.equals(key, other.key);
  }

  @Override
  public int compareTo(KeyBound other) {
    int byKey = Arrays.compareUnsigned(key, other.key);
    return byKey != 0 ? byKey : Boolean.compare(after, other.after);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyBound bound && compareTo(bound) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(key) + Boolean.hashCode(after);
  }

  @Override
  public String toString() {
    return (after ? "after " : "before ") + value;
  }
}
