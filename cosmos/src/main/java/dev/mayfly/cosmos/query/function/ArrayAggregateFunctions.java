package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.Value;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What the elements of an array have in sum, on average, at most. */
final class ArrayAggregateFunctions {
  static final Map<String, Builtin> ALL =
      Map.of(
          "ARRAY_AVG", numbers(n -> sum(n) / n.length, false),
          "ARRAY_SUM", numbers(ArrayAggregateFunctions::sum, true),
          "ARRAY_MEDIAN", numbers(ArrayAggregateFunctions::median, false),
          "ARRAY_MIN", Builtin.one(value -> extreme(value, -1)),
          "ARRAY_MAX", Builtin.one(value -> extreme(value, 1)));

  private ArrayAggregateFunctions() {}

  /**
   * @param ofNone whether it has a result for an empty array
   */
  private static Builtin numbers(ToDoubleFunction<double[]> function, boolean ofNone) {
    return Builtin.one(
        value -> {
          List<Value> elements = Arguments.elements(value);
          if (elements == null || elements.isEmpty() && !ofNone) {
            return Value.UNDEFINED;
          }
          double[] numbers = new double[elements.size()];
          for (int i = 0; i < numbers.length; i++) {
            Double number = Arguments.number(elements.get(i));
            if (number == null) {
              return Value.UNDEFINED;
            }
            numbers[i] = number;
          }
          return Value.of(function.applyAsDouble(numbers));
        });
  }

  private static double sum(double[] numbers) {
    double sum = 0;
    for (double number : numbers) {
      sum += number;
    }
    return sum;
  }

  private static double median(double[] numbers) {
    double[] sorted = numbers.clone();
    java.util.Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The smallest or largest, if all of them have an order. */
  private static Value extreme(Value value, int sign) {
    List<Value> elements = Arguments.elements(value);
    Value best = Value.UNDEFINED;
    for (Value element : elements == null ? List.<Value>of() : elements) {
      if (element.kind() == Kind.ARRAY || element.kind() == Kind.OBJECT) {
        return Value.UNDEFINED;
      }
      if (!best.isDefined() || Comparison.order(element, best) * sign > 0) {
        best = element;
      }
    }
    return best;
  }
}
