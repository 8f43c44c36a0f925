package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Functions of numbers. */
final class MathFunctions {
  static final Map<String, Builtin> ALL =
      Map.ofEntries(
          rounded("ABS", Math::abs),
          rounded("CEILING", Math::ceil),
          rounded("FLOOR", Math::floor),
          rounded("ROUND", MathFunctions::round),
          rounded("TRUNC", x -> x < 0 ? Math.ceil(x) : Math.floor(x)),
          one("SIGN", Math::signum),
          one("SQRT", Math::sqrt),
          one("SQUARE", x -> x * x),
          one("EXP", Math::exp),
          one("LOG10", Math::log10),
          one("SIN", Math::sin),
          one("COS", Math::cos),
          one("TAN", Math::tan),
          one("COT", x -> 1 / Math.tan(x)),
          one("ASIN", Math::asin),
          one("ACOS", Math::acos),
          one("ATAN", Math::atan),
          one("DEGREES", x -> x * (180 / Math.PI)),
          one("RADIANS", x -> x * (Math.PI / 180)),
          two("ATN2", Math::atan2),
          two("POWER", Math::pow),
          Map.entry("LOG", Builtin.of(1, 2, MathFunctions::log)),
          Map.entry("PI", Builtin.of(0, (a, budget) -> Value.of(Math.PI))),
          Map.entry(
              "RAND",
              Builtin.of(0, (a, budget) -> Value.of(ThreadLocalRandom.current().nextDouble()))),
          Map.entry("NUMBERBIN", Builtin.of(1, 2, MathFunctions::bin)));

  private MathFunctions() {}

  private static Map.Entry<String, Builtin> one(String name, DoubleUnaryOperator function) {
    return Map.entry(
        name,
        Builtin.one(
            value ->
                value instanceof NumberValue number
                    ? result(function.applyAsDouble(number.asDouble()))
                    : Value.UNDEFINED));
  }

  /** Half away from zero; to add a half would round up what is just below one. */
  private static double round(double x) {
    double whole = Math.floor(Math.abs(x));
    return Math.copySign(Math.abs(x) - whole >= 0.5 ? whole + 1 : whole, x);
  }

  /** One that leaves whole numbers whole, also those that no double holds. */
  private static Map.Entry<String, Builtin> rounded(String name, DoubleUnaryOperator function) {
    return Map.entry(
        name,
        Builtin.one(
            value -> {
              if (value instanceof NumberValue.Whole whole
                  && (whole.number() >= 0 || !name.equals("ABS"))) {
                return whole;
              }
              return value instanceof NumberValue number
                  ? result(function.applyAsDouble(number.asDouble()))
                  : Value.UNDEFINED;
            }));
  }

  private static Map.Entry<String, Builtin> two(String name, DoubleBinaryOperator function) {
    return Map.entry(
        name,
        Builtin.of(
            2,
            (a, budget) ->
                a[0] instanceof NumberValue x && a[1] instanceof NumberValue y
                    ? result(function.applyAsDouble(x.asDouble(), y.asDouble()))
                    : Value.UNDEFINED));
  }

  /** No zero has a sign here. */
  private static Value result(double number) {
    return Value.of(number + 0.0);
  }

  private static Value log(Value[] arguments, RowBudget budget) {
    Double number = Arguments.number(arguments[0]);
    Double base = Arguments.number(Arguments.at(arguments, 1, Value.of(Math.E)));
    if (number == null || base == null) {
      return Value.UNDEFINED;
    }
    return result(arguments.length == 1 ? Math.log(number) : Math.log(number) / Math.log(base));
  }

  /** The multiple of a size below a number; in decimals, so that 0.1 is a tenth. */
  private static Value bin(Value[] arguments, RowBudget budget) {
    Double number = Arguments.number(arguments[0]);
    Double size = Arguments.number(Arguments.at(arguments, 1, Value.of(1.0)));
    if (number == null
        || size == null
        || size == 0
        || !Double.isFinite(number)
        || !Double.isFinite(size)) {
      return Value.UNDEFINED;
    }
    if (!(Math.abs(number / size) < 1e15)) {
      return arguments[0]; // so much finer than a double's digits that nothing is cut off
    }
    BigDecimal step = BigDecimal.valueOf(size);
    BigDecimal count =
        BigDecimal.valueOf(number)
            .divide(step, MathContext.DECIMAL128)
            .setScale(0, RoundingMode.FLOOR);
    return result(count.multiply(step).doubleValue());
  }
}
