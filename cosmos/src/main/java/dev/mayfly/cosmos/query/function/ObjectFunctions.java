package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.ObjectValue;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Functions of objects. */
final class ObjectFunctions {
  static final Map<String, Builtin> ALL =
      Map.of(
          "OBJECTTOARRAY", Builtin.of(1, 3, ObjectFunctions::toArray),
          "_OBJECTTOARRAY", Builtin.of(1, 3, ObjectFunctions::toArray));

  private ObjectFunctions() {}

  /** The members of an object, each as an object with its name and its value. */
  private static Value toArray(Value[] arguments, RowBudget budget) {
    String nameName = Arguments.text(Arguments.at(arguments, 1, Value.of("k")));
    String valueName = Arguments.text(Arguments.at(arguments, 2, Value.of("v")));
    if (!(arguments[0] instanceof ObjectValue object) || nameName == null || valueName == null) {
      return Value.UNDEFINED;
    }
    List<Value> pairs = new ArrayList<>();
    object
        .members()
        .forEach(
            (name, value) -> {
              Map<String, Value> pair = new LinkedHashMap<>();
              pair.put(nameName, Value.of(name));
              pair.put(valueName, value);
              budget.takeText(name.length());
              budget.takePart(value);
              pairs.add(Value.of(pair));
            });
    return Value.of(pairs);
  }
}
