package dev.mayfly.cosmos.json;

import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;

/** How JSON numbers are kept: whole ones as whole numbers, in the smallest type that holds them. */
final class JsonNumbers {
  /** Up to here every whole number is a double of its own. */
  private static final double EXACT_MAX = 0x1p53;

  private JsonNumbers() {}

  /** Whether a double stands for one whole number; the negative zero is not one. */
  static boolean isWhole(double value) {
    return Math.abs(value) <= EXACT_MAX
        && value == (long) value
        && (value != 0 || Double.doubleToRawLongBits(value) == 0);
  }

  static BsonNumber of(long value) {
    return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  static BsonNumber of(double value) {
    return isWhole(value) ? of((long) value) : new BsonDouble(value);
  }
}
