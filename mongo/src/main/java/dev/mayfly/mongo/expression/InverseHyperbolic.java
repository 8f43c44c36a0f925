package dev.mayfly.mongo.expression;

/** Inverse hyperbolic functions, precise near zero. */
final class InverseHyperbolic {
  private static final double LARGE = 0x1p28;

  private InverseHyperbolic() {}

  static double asinh(double value) {
    double size = Math.abs(value);
    if (!Double.isFinite(value) || size == 0) {
      return value;
    }
    double result =
        size > LARGE
            ? Math.log(size) + Math.log(2)
            : Math.log1p(size + size * size / (1 + Math.sqrt(size * size + 1)));
    return Math.copySign(result, value);
  }

  static double acosh(double value) {
    if (value > LARGE) {
      return Math.log(value) + Math.log(2);
    }
    if (value > 2) {
      return Math.log(2 * value - 1 / (value + Math.sqrt(value * value - 1)));
    }
    double above = value - 1;
    return Math.log1p(above + Math.sqrt(2 * above + above * above));
  }

  static double atanh(double value) {
    double size = Math.abs(value);
    return Math.copySign(Math.log1p(2 * size / (1 - size)) / 2, value);
  }
}
