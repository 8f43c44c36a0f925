package dev.mayfly.engine.ttl;

import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import org.bson.BsonNumber;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * The domain of {@code ttl} and {@code defaultTtl} (A1 to A3, D4): -1, or 1 to 2147483647, as an
 * int32, an int64 that fits, or a double without fraction that fits.
 */
public final class TtlValue {
  /** What {@link #parse} returns for anything outside the domain. */
  public static final int INVALID = 0;

  public static final int NEVER = -1;

  private TtlValue() {}

  /** The value, or {@link #INVALID}. */
  public static int parse(RawValue value) {
    if (value.isInteger()) {
      return inDomain(value.asLong());
    }
    // Only the binary double: a Decimal128 is never a ttl (D4).
    return value.type() == BsonType.DOUBLE.getValue() ? inDomain(value.asDouble()) : INVALID;
  }

  /** Null for off, else the value. */
  public static Integer parseDefault(BsonValue value) {
    if (value == null || value.isNull()) {
      return null;
    }
    int ttl =
        switch (value.getBsonType()) {
          case INT32, INT64 -> inDomain(((BsonNumber) value).longValue());
          case DOUBLE -> inDomain(((BsonNumber) value).doubleValue());
          default -> INVALID;
        };
    if (ttl == INVALID) {
      throw refuse("defaultTtl", value);
    }
    return ttl;
  }

  /** Null for off, else a value within the domain. */
  public static Integer checkDefault(Integer defaultTtl) {
    if (defaultTtl != null && inDomain(defaultTtl.longValue()) == INVALID) {
      throw refuse("defaultTtl", defaultTtl);
    }
    return defaultTtl;
  }

  public static EngineException refuse(String property, Object value) {
    return new EngineException(
        ErrorCode.BAD_TTL,
        "The value of '"
            + property
            + "' is not valid: "
            + value
            + ". It must be -1 (never) or a whole number of seconds from 1 to "
            + Integer.MAX_VALUE
            + ".");
  }

  private static int inDomain(long value) {
    return value == NEVER || value >= 1 && value <= Integer.MAX_VALUE ? (int) value : INVALID;
  }

  private static int inDomain(double value) {
    long whole = (long) value;
    return whole == value ? inDomain(whole) : INVALID;
  }
}
