package dev.mayfly.mongo.expression.condition;

import dev.mayfly.mongo.expression.Operator;
import java.util.Map;

/** The operators of this room by name. */
public final class ConditionOperators {
  public static final Map<String, Operator> ALL =
      Map.of("$cond", Cond::parse, "$ifNull", IfNull::parse, "$switch", Switch::parse);

  private ConditionOperators() {}
}
