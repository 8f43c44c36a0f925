package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.Value;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/** Functions of whole numbers of 64 bits; what passes them wraps around. */
final class IntegerFunctions {
  static final Map<String, Builtin> ALL =
      Map.ofEntries(
          two("INTADD", Long::sum),
          two("INTSUB", (a, b) -> a - b),
          two("INTMUL", (a, b) -> a * b),
          divided("INTDIV", (a, b) -> a / b),
          divided("INTMOD", (a, b) -> a % b),
          two("INTBITAND", (a, b) -> a & b),
          two("INTBITWISEAND", (a, b) -> a & b),
          two("INTBITOR", (a, b) -> a | b),
          two("INTBITWISEOR", (a, b) -> a | b),
          two("INTBITXOR", (a, b) -> a ^ b),
          two("INTBITWISEXOR", (a, b) -> a ^ b),
          two("INTBITLEFTSHIFT", (a, b) -> a << b),
          two("INTBITWISELEFTSHIFT", (a, b) -> a << b),
          two("INTBITRIGHTSHIFT", (a, b) -> a >> b),
          two("INTBITWISERIGHTSHIFT", (a, b) -> a >> b),
          Map.entry("INTBITNOT", Builtin.one(IntegerFunctions::not)),
          Map.entry("INTBITWISENOT", Builtin.one(IntegerFunctions::not)));

  private IntegerFunctions() {}

  private static Map.Entry<String, Builtin> two(String name, LongBinaryOperator function) {
    return Map.entry(name, Builtin.of(2, (a, budget) -> apply(function, a[0], a[1])));
  }

  private static Map.Entry<String, Builtin> divided(String name, LongBinaryOperator function) {
    return Map.entry(
        name,
        Builtin.of(
            2,
            (a, budget) -> {
              Long divisor = Arguments.whole(a[1]);
              return divisor == null || divisor == 0
                  ? Value.UNDEFINED
                  : apply(function, a[0], a[1]);
            }));
  }

  private static Value apply(LongBinaryOperator function, Value left, Value right) {
    Long a = Arguments.whole(left);
    Long b = Arguments.whole(right);
    return a == null || b == null ? Value.UNDEFINED : Value.of(function.applyAsLong(a, b));
  }

  private static Value not(Value value) {
    Long number = Arguments.whole(value);
    return number == null ? Value.UNDEFINED : Value.of(~number);
  }
}
