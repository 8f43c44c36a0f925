package dev.mayfly.mongo.bson;

import java.math.BigDecimal;
import java.math.MathContext;

/** Powers and logarithms in decimal precision. */
public final class DecimalMath {
  /** More digits than a decimal has, so that intermediate rounding is not visible. */
  public static final MathContext WORK = new MathContext(80);

  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  private static final BigDecimal TINY = BigDecimal.ONE.movePointLeft(75);
  private static final int HALVINGS_BASE = 8;
  private static final int LOGARITHM_STEPS = 3;
  private static final BigDecimal LN_10 = nearLn(BigDecimal.TEN);

  private DecimalMath() {}

  /** e to a power in the range of decimals. */
  public static BigDecimal exp(BigDecimal power) {
    int halvings = HALVINGS_BASE + Math.max(0, power.precision() - power.scale()) * 4;
    BigDecimal small = power.divide(TWO.pow(halvings), WORK);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int i = 1; term.abs().compareTo(TINY) > 0; i++) {
      term = term.multiply(small, WORK).divide(BigDecimal.valueOf(i), WORK);
      sum = sum.add(term, WORK);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, WORK);
    }
    return sum;
  }

  /** The natural logarithm of a positive number. */
  public static BigDecimal ln(BigDecimal number) {
    int exponent = number.precision() - number.scale();
    BigDecimal mantissa = number.movePointLeft(exponent);
    return nearLn(mantissa).add(LN_10.multiply(BigDecimal.valueOf(exponent)), WORK);
  }

  /** Newton's method from a double approximation: each step triples the correct digits. */
  private static BigDecimal nearLn(BigDecimal number) {
    BigDecimal result = new BigDecimal(Math.log(number.doubleValue()));
    for (int i = 0; i < LOGARITHM_STEPS; i++) {
      BigDecimal power = exp(result);
      BigDecimal step = number.subtract(power).multiply(TWO).divide(number.add(power), WORK);
      result = result.add(step, WORK);
    }
    return result;
  }

  public static BigDecimal log10(BigDecimal number) {
    return ln(number).divide(LN_10, WORK);
  }

  public static BigDecimal sqrt(BigDecimal number) {
    return number.sqrt(WORK);
  }
}
