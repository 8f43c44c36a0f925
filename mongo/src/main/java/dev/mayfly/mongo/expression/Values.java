package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Arithmetic;
import org.bson.BsonBoolean;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Common predicates on values. */
public final class Values {
  public static final BsonValue NULL = BsonNull.VALUE;

  private Values() {}

  /** Whether the value is missing, null or undefined. */
  public static boolean isNullish(BsonValue value) {
    if (value == null) {
      return true;
    }
    return switch (value.getBsonType()) {
      case NULL, UNDEFINED -> true;
      default -> false;
    };
  }

  /** Truthiness: false for false, zero, null, undefined and missing. */
  public static boolean isTrue(BsonValue value) {
    if (value == null) {
      return false;
    }
    return switch (value.getBsonType()) {
      case BOOLEAN -> value.asBoolean().getValue();
      case NULL, UNDEFINED -> false;
      case INT32, INT64, DOUBLE, DECIMAL128 -> !Arithmetic.isZero(value);
      default -> true;
    };
  }

  public static BsonValue of(boolean value) {
    return BsonBoolean.valueOf(value);
  }

  /** The value, or BSON null if missing. */
  public static BsonValue orNull(BsonValue value) {
    return value == null ? NULL : value;
  }
}
