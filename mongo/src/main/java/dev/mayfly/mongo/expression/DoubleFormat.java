package dev.mayfly.mongo.expression;

import java.math.BigDecimal;
import java.math.MathContext;

/** Doubles as formatted by MongoDB: at most sixteen digits, with an exponent where shorter. */
public final class DoubleFormat {
  private static final MathContext DIGITS = new MathContext(16);
  private static final int PLAIN_EXPONENT_MIN = -4;

  private DoubleFormat() {}

  public static String of(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value < 0 ? "-Infinity" : "Infinity";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal digits = new BigDecimal(value, DIGITS).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    if (exponent >= PLAIN_EXPONENT_MIN && exponent < DIGITS.getPrecision()) {
      return digits.toPlainString();
    }
    String mantissa = digits.unscaledValue().abs().toString();
    String fraction = mantissa.length() == 1 ? "" : "." + mantissa.substring(1);
    String sign = value < 0 ? "-" : "";
    return "%s%c%se%s%02d"
        .formatted(
            sign, mantissa.charAt(0), fraction, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
