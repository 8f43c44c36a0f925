package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.DecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Trigonometric functions in decimal precision. */
final class DecimalTrigonometry {
  private static final MathContext WORK = DecimalMath.WORK;
  private static final BigDecimal ONE = BigDecimal.ONE;
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal TINY = ONE.movePointLeft(75);
  private static final int GUARD_DIGITS = 90;

  /** Larger angles have no significant digits modulo a full turn. */
  static final int ANGLE_DIGITS_MAX = 100;

  private static final int ARC_HALVINGS = 6;
  private static final BigDecimal HALF_TURN_DEGREES = BigDecimal.valueOf(180);
  private static final BigDecimal PI = pi(GUARD_DIGITS);
  private static final BigDecimal LONG_PI = pi(GUARD_DIGITS + ANGLE_DIGITS_MAX);

  private DecimalTrigonometry() {}

  /** By Machin's formula. */
  private static BigDecimal pi(int digits) {
    MathContext context = new MathContext(digits + 5);
    BigDecimal quarter =
        arcOfInverse(5, context)
            .multiply(BigDecimal.valueOf(4))
            .subtract(arcOfInverse(239, context));
    return quarter.multiply(BigDecimal.valueOf(4)).round(context);
  }

  private static BigDecimal arcOfInverse(int number, MathContext context) {
    BigDecimal tiny = ONE.movePointLeft(context.getPrecision());
    BigDecimal square = BigDecimal.valueOf((long) number * number);
    BigDecimal power = ONE.divide(BigDecimal.valueOf(number), context);
    BigDecimal sum = power;
    for (int i = 1; power.compareTo(tiny) > 0; i++) {
      power = power.divide(square, context);
      BigDecimal term = power.divide(BigDecimal.valueOf(2L * i + 1), context);
      sum = i % 2 == 0 ? sum.add(term) : sum.subtract(term);
    }
    return sum;
  }

  /** The angle reduced to [-π, π]. */
  private static BigDecimal withinTurn(BigDecimal angle) {
    int digits = Math.max(0, angle.precision() - angle.scale());
    BigDecimal turn = TWO.multiply(digits == 0 ? PI : LONG_PI);
    BigDecimal turns =
        angle.divide(turn, new MathContext(digits + 10)).setScale(0, RoundingMode.HALF_EVEN);
    return angle.subtract(turns.multiply(turn)).round(WORK);
  }

  static BigDecimal sin(BigDecimal angle) {
    BigDecimal small = withinTurn(angle);
    return series(small, small, 1);
  }

  static BigDecimal cos(BigDecimal angle) {
    return series(withinTurn(angle), ONE, 0);
  }

  /** Sums first - first x²/(n+1)(n+2) + ..: the sine starts with the angle, the cosine with one. */
  private static BigDecimal series(BigDecimal angle, BigDecimal first, int power) {
    BigDecimal square = angle.multiply(angle, WORK);
    BigDecimal term = first;
    BigDecimal sum = first;
    for (int n = power; term.abs().compareTo(TINY) > 0; n += 2) {
      term =
          term.multiply(square, WORK)
              .divide(BigDecimal.valueOf((n + 1L) * (n + 2L)), WORK)
              .negate();
      sum = sum.add(term, WORK);
    }
    return sum;
  }

  static BigDecimal tan(BigDecimal angle) {
    return sin(angle).divide(cos(angle), WORK);
  }

  static BigDecimal atan(BigDecimal tangent) {
    BigDecimal small = tangent;
    for (int i = 0; i < ARC_HALVINGS; i++) {
      BigDecimal root = DecimalMath.sqrt(ONE.add(small.multiply(small, WORK), WORK));
      small = small.divide(ONE.add(root), WORK);
    }
    BigDecimal square = small.multiply(small, WORK).negate();
    BigDecimal power = small;
    BigDecimal sum = small;
    for (int i = 3; power.abs().compareTo(TINY) > 0; i += 2) {
      power = power.multiply(square, WORK);
      sum = sum.add(power.divide(BigDecimal.valueOf(i), WORK), WORK);
    }
    return sum.multiply(TWO.pow(ARC_HALVINGS), WORK);
  }

  static BigDecimal asin(BigDecimal sine) {
    BigDecimal cosine = DecimalMath.sqrt(ONE.subtract(sine.multiply(sine)));
    return cosine.signum() == 0
        ? halfPi().multiply(BigDecimal.valueOf(sine.signum()))
        : atan(sine.divide(cosine, WORK));
  }

  static BigDecimal acos(BigDecimal cosine) {
    return halfPi().subtract(asin(cosine), WORK);
  }

  private static BigDecimal halfPi() {
    return PI.divide(TWO, WORK);
  }

  static BigDecimal atan2(BigDecimal y, BigDecimal x) {
    if (x.signum() == 0) {
      return halfPi().multiply(BigDecimal.valueOf(y.signum()));
    }
    BigDecimal angle = atan(y.divide(x, WORK));
    if (x.signum() > 0) {
      return angle;
    }
    return y.signum() < 0 ? angle.subtract(PI, WORK) : angle.add(PI, WORK);
  }

  static BigDecimal sinh(BigDecimal number) {
    return exponentials(number, -1).divide(TWO, WORK);
  }

  static BigDecimal cosh(BigDecimal number) {
    return exponentials(number, 1).divide(TWO, WORK);
  }

  static BigDecimal tanh(BigDecimal number) {
    return exponentials(number, -1).divide(exponentials(number, 1), WORK);
  }

  private static BigDecimal exponentials(BigDecimal number, int sign) {
    BigDecimal power = DecimalMath.exp(number);
    BigDecimal inverse = ONE.divide(power, WORK);
    return sign < 0 ? power.subtract(inverse, WORK) : power.add(inverse, WORK);
  }

  static BigDecimal asinh(BigDecimal number) {
    BigDecimal size = number.abs();
    BigDecimal root = DecimalMath.sqrt(size.multiply(size, WORK).add(ONE, WORK));
    BigDecimal result = DecimalMath.ln(size.add(root, WORK));
    return number.signum() < 0 ? result.negate() : result;
  }

  static BigDecimal acosh(BigDecimal number) {
    BigDecimal root = DecimalMath.sqrt(number.multiply(number, WORK).subtract(ONE, WORK));
    return DecimalMath.ln(number.add(root, WORK));
  }

  static BigDecimal atanh(BigDecimal number) {
    BigDecimal quotient = ONE.add(number).divide(ONE.subtract(number), WORK);
    return DecimalMath.ln(quotient).divide(TWO, WORK);
  }

  static BigDecimal toRadians(BigDecimal degrees) {
    return degrees.multiply(PI, WORK).divide(HALF_TURN_DEGREES, WORK);
  }

  static BigDecimal toDegrees(BigDecimal radians) {
    return radians.multiply(HALF_TURN_DEGREES, WORK).divide(PI, WORK);
  }
}
