package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueSet;
import java.util.List;
import java.util.Map;

/** ArrayFunctions as sets: each value once, whatever the order. */
final class SetFunctions {
  static final Map<String, Builtin> ALL =
      Map.of(
          "SETUNION", Builtin.of(2, SetFunctions::union),
          "SETINTERSECT", Builtin.of(2, SetFunctions::intersect),
          "SETDIFFERENCE", Builtin.of(2, SetFunctions::difference),
          "SETEQUAL", Builtin.of(2, SetFunctions::equal));

  private SetFunctions() {}

  private static ValueSet set(Value value) {
    List<Value> elements = Arguments.elements(value);
    return elements == null ? null : ValueSet.of(elements);
  }

  private static Value union(Value[] arguments, RowBudget budget) {
    ValueSet left = set(arguments[0]);
    ValueSet right = set(arguments[1]);
    if (left == null || right == null) {
      return Value.UNDEFINED;
    }
    right.values().forEach(left::add);
    return made(left.values(), budget);
  }

  /** In the order of the second. */
  private static Value intersect(Value[] arguments, RowBudget budget) {
    ValueSet left = set(arguments[0]);
    ValueSet right = set(arguments[1]);
    return left == null || right == null
        ? Value.UNDEFINED
        : made(right.values().stream().filter(left::contains).toList(), budget);
  }

  private static Value difference(Value[] arguments, RowBudget budget) {
    ValueSet left = set(arguments[0]);
    ValueSet right = set(arguments[1]);
    return left == null || right == null
        ? Value.UNDEFINED
        : made(left.values().stream().filter(each -> !right.contains(each)).toList(), budget);
  }

  private static Value equal(Value[] arguments, RowBudget budget) {
    ValueSet left = set(arguments[0]);
    ValueSet right = set(arguments[1]);
    return left == null || right == null
        ? Value.UNDEFINED
        : Value.of(left.size() == right.size() && left.values().stream().allMatch(right::contains));
  }

  private static Value made(List<Value> values, RowBudget budget) {
    values.forEach(budget::takePart);
    return Value.of(values);
  }
}
