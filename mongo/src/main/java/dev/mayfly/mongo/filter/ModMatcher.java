package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonType;
import org.bson.BsonValue;

/** {@code $mod} on truncated numbers. */
record ModMatcher(long divisor, long remainder) implements ValueMatcher {
  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    if (!Numbers.isNumber(value)) {
      return false;
    }
    if (value.getBsonType() == BsonType.INT32 || value.getBsonType() == BsonType.INT64) {
      return Numbers.toLong(value) % divisor == remainder;
    }
    double number = Numbers.toDouble(value);
    boolean fits = number >= -0x1p63 && number < 0x1p63;
    return fits && truncated(value) % divisor == remainder;
  }

  /** Decimals may have more digits than doubles. */
  static long truncated(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32, INT64 -> Numbers.toLong(number);
      case DOUBLE -> (long) number.asDouble().getValue();
      default -> Numbers.exact(number.asDecimal128().getValue()).longValue();
    };
  }
}
