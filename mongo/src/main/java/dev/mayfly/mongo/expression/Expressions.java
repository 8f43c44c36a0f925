package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.expression.arithmetic.ArithmeticOperators;
import dev.mayfly.mongo.expression.array.ArrayOperators;
import dev.mayfly.mongo.expression.bits.BitOperators;
import dev.mayfly.mongo.expression.bool.BoolOperators;
import dev.mayfly.mongo.expression.compare.CompareOperators;
import dev.mayfly.mongo.expression.condition.ConditionOperators;
import dev.mayfly.mongo.expression.date.DateOperators;
import dev.mayfly.mongo.expression.misc.MiscOperators;
import dev.mayfly.mongo.expression.object.ObjectOperators;
import dev.mayfly.mongo.expression.set.SetOperators;
import dev.mayfly.mongo.expression.text.TextOperators;
import dev.mayfly.mongo.expression.trigonometry.TrigonometryOperators;
import dev.mayfly.mongo.expression.type.TypeOperators;
import dev.mayfly.mongo.expression.variable.VariableOperators;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** All operators that expressions may use, by name. */
public final class Expressions {
  private static final Map<String, Operator> OPERATORS = new HashMap<>();

  static {
    for (Map<String, Operator> room :
        List.of(
            ArithmeticOperators.ALL,
            TrigonometryOperators.ALL,
            MiscOperators.ALL,
            BitOperators.ALL,
            DateOperators.ALL,
            ArrayOperators.ALL,
            BoolOperators.ALL,
            CompareOperators.ALL,
            ConditionOperators.ALL,
            ObjectOperators.ALL,
            SetOperators.ALL,
            TextOperators.ALL,
            TypeOperators.ALL,
            VariableOperators.ALL)) {
      OPERATORS.putAll(room);
    }
  }

  private Expressions() {}

  /** The operator of this name, such as {@code $add}; null if there is none. */
  public static Operator named(String name) {
    return OPERATORS.get(name);
  }

  /** The names of all operators that compute something. */
  public static SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(OPERATORS.keySet());
    names.remove("$function");
    return Collections.unmodifiableSortedSet(names);
  }
}
