package dev.mayfly.cosmos.query.value;

import java.math.BigDecimal;

/** A number. Documents hold whole numbers of 64 bits; what is computed is a double. */
public sealed interface NumberValue extends Value {
  double asDouble();

  /** A whole number as a document holds it. */
  record Whole(long number) implements NumberValue {
    @Override
    public double asDouble() {
      return number;
    }
  }

  record Real(double number) implements NumberValue {
    @Override
    public double asDouble() {
      return number;
    }
  }

  @Override
  default Kind kind() {
    return Kind.NUMBER;
  }

  /** Whether this is a number that JSON can write. */
  default boolean isFinite() {
    return Double.isFinite(asDouble());
  }

  /**
   * Exact, also where a long does not fit a double. NaN comes last and equals itself here: a sort
   * needs an order of everything.
   */
  static int compare(NumberValue left, NumberValue right) {
    if (left instanceof Whole a && right instanceof Whole b) {
      return Long.compare(a.number(), b.number());
    }
    double a = left.asDouble();
    double b = right.asDouble();
    if (a == b && left.getClass() != right.getClass() && !Double.isInfinite(a)) {
      return exact(left).compareTo(exact(right));
    }
    return a == b ? 0 : Double.compare(a, b);
  }

  private static BigDecimal exact(NumberValue value) {
    return value instanceof Whole whole
        ? BigDecimal.valueOf(whole.number())
        : new BigDecimal(value.asDouble());
  }
}
