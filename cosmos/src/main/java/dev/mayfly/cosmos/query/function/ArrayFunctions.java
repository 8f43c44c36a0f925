package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Functions that search, slice and concatenate arrays. */
final class ArrayFunctions {
  static final Map<String, Builtin> ALL =
      Map.of(
          "ARRAY_CONCAT", Builtin.of(2, Builtin.ANY, ArrayFunctions::concat),
          "ARRAY_CONTAINS", Builtin.of(2, 3, ArrayFunctions::contains),
          "_TRY_ARRAY_CONTAINS", Builtin.of(2, 3, ArrayFunctions::contains),
          "ARRAY_CONTAINS_ANY", Builtin.of(2, Builtin.ANY, (a, budget) -> several(a, true)),
          "ARRAY_CONTAINS_ALL", Builtin.of(2, Builtin.ANY, (a, budget) -> several(a, false)),
          "ARRAY_LENGTH", Builtin.one(ArrayFunctions::length),
          "ARRAY_SLICE", Builtin.of(2, 3, ArrayFunctions::slice));

  private ArrayFunctions() {}

  private static Value concat(Value[] arguments, RowBudget budget) {
    List<Value> all = new ArrayList<>();
    for (Value argument : arguments) {
      List<Value> elements = Arguments.elements(argument);
      if (elements == null) {
        return Value.UNDEFINED;
      }
      budget.takeElements(elements.size());
      for (Value element : elements) {
        budget.takePart(element);
        all.add(element);
      }
    }
    return Value.of(all);
  }

  private static Value contains(Value[] arguments, RowBudget budget) {
    List<Value> elements = Arguments.elements(arguments[0]);
    Boolean partly = Arguments.flag(Arguments.at(arguments, 2, Value.of(false)));
    Value wanted = arguments[1];
    if (elements == null || partly == null || !wanted.isDefined()) {
      return Value.UNDEFINED;
    }
    for (Value element : elements) {
      if (partly ? holds(element, wanted) : Comparison.equal(element, wanted)) {
        return Value.of(true);
      }
    }
    return Value.of(false);
  }

  /** Whether a value is another, or an object with at least its members. */
  private static boolean holds(Value value, Value part) {
    if (value instanceof ObjectValue whole && part instanceof ObjectValue wanted) {
      Map<String, Value> members = whole.members();
      return wanted.members().entrySet().stream()
          .allMatch(
              member -> {
                Value found = members.get(member.getKey());
                return found != null && holds(found, member.getValue());
              });
    }
    if (value instanceof ArrayValue all && part instanceof ArrayValue some) {
      List<Value> left = all.elements();
      List<Value> right = some.elements();
      boolean same = left.size() == right.size();
      for (int i = 0; same && i < left.size(); i++) {
        same = holds(left.get(i), right.get(i));
      }
      return same;
    }
    return Comparison.equal(value, part);
  }

  /** Three-valued: one that decides does so, whatever else is undefined. */
  private static Value several(Value[] arguments, boolean any) {
    List<Value> elements = Arguments.elements(arguments[0]);
    if (elements == null) {
      return Value.UNDEFINED;
    }
    Value result = Value.of(!any);
    for (int i = 1; i < arguments.length; i++) {
      Value wanted = arguments[i];
      if (!wanted.isDefined()) {
        result = Value.UNDEFINED;
      } else if (elements.stream().anyMatch(each -> Comparison.equal(each, wanted)) == any) {
        return Value.of(any);
      }
    }
    return result;
  }

  private static Value length(Value value) {
    List<Value> elements = Arguments.elements(value);
    return elements == null ? Value.UNDEFINED : Value.of((long) elements.size());
  }

  private static Value slice(Value[] arguments, RowBudget budget) {
    List<Value> elements = Arguments.elements(arguments[0]);
    Long start = Arguments.whole(arguments[1]);
    Long length = Arguments.whole(Arguments.at(arguments, 2, Value.of((long) Integer.MAX_VALUE)));
    if (elements == null || start == null || length == null) {
      return Value.UNDEFINED;
    }
    int size = elements.size();
    int from = (int) Math.min(size, Math.max(0, start < 0 ? size + start : start));
    int to = (int) Math.min(size, from + Math.max(0, Math.min(length, size)));
    elements.subList(from, to).forEach(budget::takePart);
    return Value.of(elements.subList(from, to));
  }
}
