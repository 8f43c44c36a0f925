package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonOrder;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Registry of the expression operators. */
public final class Expressions {
  private static final Operator LITERAL = (name, argument, context) -> new Constant(argument);
  private static final Map<String, Operator> OPERATORS = new HashMap<>();

  static {
    for (Map<String, Operator> group :
        List.<Map<String, Operator>>of(
            ArithmeticOperators.ALL,
            TrigonometryOperators.ALL,
            MiscOperators.ALL,
            BitOperators.ALL,
            DateOperators.ALL,
            ArrayOperators.ALL,
            BoolOperators.ALL,
            CompareOperators.ALL,
            Map.of("$cond", Cond::parse, "$ifNull", IfNull::parse, "$switch", Switch::parse),
            ObjectOperators.ALL,
            Sets.OPERATORS,
            TextOperators.ALL,
            TypeOperators.ALL,
            Map.of("$let", Let::parse, "$literal", LITERAL, "$const", LITERAL))) {
      OPERATORS.putAll(group);
    }
  }

  /** The context without collation and variables. */
  public static final ParseContext PLAIN =
      new ParseContext(
          Collections.unmodifiableMap(OPERATORS),
          BsonOrder.SIMPLE,
          Set.of(),
          0,
          false,
          null,
          TextScope.NONE,
          VectorScope.NONE);

  private Expressions() {}

  public static SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(OPERATORS.keySet());
    names.remove("$function");
    return Collections.unmodifiableSortedSet(names);
  }
}
