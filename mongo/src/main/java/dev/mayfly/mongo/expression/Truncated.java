package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Numbers;
import java.math.BigDecimal;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Truncates a number to a long, saturated. */
public final class Truncated {
  private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);

  private Truncated() {}

  public static long toLong(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32, INT64 -> Numbers.toLong(number);
      case DOUBLE -> (long) number.asDouble().getValue();
      default -> ofDecimal(number.asDecimal128().getValue());
    };
  }

  private static long ofDecimal(Decimal128 decimal) {
    if (decimal.isNaN()) {
      return 0;
    }
    if (decimal.isInfinite()) {
      return decimal.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return Numbers.exact(decimal).min(MAX).max(MIN).longValue();
  }
}
