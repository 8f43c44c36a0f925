package dev.mayfly.mongo.expression;

import static java.util.Map.entry;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.bson.BsonDouble;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Trigonometric operators: a decimal yields a decimal, other numbers a double. */
public final class TrigonometryOperators {
  private static final double INFINITY = Double.POSITIVE_INFINITY;
  private static final double EXPONENT_MAX = 14_100;
  private static final double ANGLE_MAX = Math.pow(10, DecimalTrigonometry.ANGLE_DIGITS_MAX - 1);

  public static final Map<String, Operator> ALL =
      Map.ofEntries(
          entry("$acos", within("[-1,1]", -1, 1, Math::acos, DecimalTrigonometry::acos)),
          entry(
              "$acosh",
              within("[1,inf]", 1, INFINITY, InverseHyperbolic::acosh, DecimalTrigonometry::acosh)),
          entry("$asin", within("[-1,1]", -1, 1, Math::asin, DecimalTrigonometry::asin)),
          entry("$asinh", any(InverseHyperbolic::asinh, DecimalTrigonometry::asinh)),
          entry("$atan", any(Math::atan, DecimalTrigonometry::atan)),
          entry("$atan2", Operators.binary(TrigonometryOperators::atan2)),
          entry(
              "$atanh",
              within("[-1,1]", -1, 1, InverseHyperbolic::atanh, DecimalTrigonometry::atanh)),
          entry("$cos", finite(Math::cos, DecimalTrigonometry::cos)),
          entry("$cosh", any(Math::cosh, DecimalTrigonometry::cosh)),
          entry("$degreesToRadians", any(Math::toRadians, DecimalTrigonometry::toRadians)),
          entry("$radiansToDegrees", any(Math::toDegrees, DecimalTrigonometry::toDegrees)),
          entry("$sin", finite(Math::sin, DecimalTrigonometry::sin)),
          entry("$sinh", any(Math::sinh, DecimalTrigonometry::sinh)),
          entry("$tan", finite(Math::tan, DecimalTrigonometry::tan)),
          entry("$tanh", any(Math::tanh, DecimalTrigonometry::tanh)));

  private TrigonometryOperators() {}

  private static Operator any(DoubleUnaryOperator real, UnaryOperator<BigDecimal> decimal) {
    return NumericOperator.of(number -> apply(number, real, decimal));
  }

  private static Operator finite(DoubleUnaryOperator real, UnaryOperator<BigDecimal> decimal) {
    return named(
        (name, number) -> {
          if (isInfinite(number)) {
            throw outside(name, number, "(-inf,inf)");
          }
          if (number.isDecimal128() && Math.abs(Numbers.toDouble(number)) > ANGLE_MAX) {
            return Numbers.of(Decimal128.NaN);
          }
          return apply(number, real, decimal);
        });
  }

  private static Operator within(
      String range,
      double least,
      double most,
      DoubleUnaryOperator real,
      UnaryOperator<BigDecimal> decimal) {
    return named(
        (name, number) -> {
          if (Numbers.compare(number, new BsonDouble(least)) < 0 && !Numbers.isNaN(number)
              || Numbers.compare(number, new BsonDouble(most)) > 0) {
            throw outside(name, number, range);
          }
          return apply(number, real, decimal);
        });
  }

  @FunctionalInterface
  private interface Named {
    BsonValue apply(String name, BsonValue number);
  }

  private static Operator named(Named function) {
    return (name, argument, context) ->
        NumericOperator.of(number -> function.apply(name, number)).parse(name, argument, context);
  }

  private static MongoException outside(String name, BsonValue number, String range) {
    String shown =
        number.isDecimal128()
            ? number.asDecimal128().getValue().toString()
            : DoubleFormat.of(Numbers.toDouble(number)).replace("Infinity", "inf");
    return new MongoException(
        50989, "cannot apply %s to %s, value must be in %s".formatted(name, shown, range));
  }

  private static boolean isInfinite(BsonValue number) {
    // Decimal NaN also reports that it is infinite.
    return !Numbers.isNaN(number)
        && (number.isDecimal128()
            ? number.asDecimal128().getValue().isInfinite()
            : Double.isInfinite(Numbers.toDouble(number)));
  }

  private static BsonValue apply(
      BsonValue number, DoubleUnaryOperator real, UnaryOperator<BigDecimal> decimal) {
    double value = Numbers.toDouble(number);
    if (!number.isDecimal128()) {
      return new BsonDouble(real.applyAsDouble(value));
    }
    double rough = real.applyAsDouble(value);
    Decimal128 exact = number.asDecimal128().getValue();
    boolean hyperbolic = Double.isInfinite(rough) && Math.abs(value) > EXPONENT_MAX;
    if (!exact.isFinite() || hyperbolic || Math.abs(rough) == 1 && Math.abs(value) > 1000) {
      return Numbers.of(rough(rough));
    }
    if (Double.isInfinite(rough) && Math.abs(value) == 1) {
      return Numbers.of(Decimals.infinity(rough < 0));
    }
    return Numbers.of(Decimals.of(decimal.apply(Numbers.exact(exact))));
  }

  private static Decimal128 rough(double value) {
    return value == Math.rint(value) && !Double.isInfinite(value)
        ? new Decimal128((long) value)
        : Decimals.exactly(value);
  }

  private static BsonValue atan2(BsonValue y, BsonValue x) {
    if (Values.isNullish(y) || Values.isNullish(x)) {
      return Values.NULL;
    }
    checkNumber(51044, y);
    checkNumber(51045, x);
    double angle = Math.atan2(Numbers.toDouble(y), Numbers.toDouble(x));
    if (Arithmetic.wider(y, x) != BsonType.DECIMAL128) {
      return new BsonDouble(angle);
    }
    Decimal128 first = Numbers.toDecimal(y);
    Decimal128 second = Numbers.toDecimal(x);
    return Numbers.of(
        first.isFinite() && second.isFinite()
            ? Decimals.of(DecimalTrigonometry.atan2(Numbers.exact(first), Numbers.exact(second)))
            : Decimals.exactly(angle));
  }

  private static void checkNumber(int code, BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          code, "$atan2 only supports numeric types, not " + TypeNames.of(value));
    }
  }
}
