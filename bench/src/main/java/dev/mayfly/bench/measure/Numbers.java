package dev.mayfly.bench.measure;

import java.math.BigDecimal;
import java.math.MathContext;
import org.bson.BsonDouble;

/** Numbers as they are kept in files. */
final class Numbers {
  private static final MathContext DIGITS = new MathContext(6);

  private Numbers() {}

  /** With as many digits as a measurement can have. */
  static BsonDouble bson(double value) {
    return new BsonDouble(
        Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : value);
  }
}
