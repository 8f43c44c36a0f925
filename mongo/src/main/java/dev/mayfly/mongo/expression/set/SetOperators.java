package dev.mayfly.mongo.expression.set;

import dev.mayfly.mongo.expression.Operator;
import dev.mayfly.mongo.expression.Operators;
import java.util.Map;

/** The operators of this room by name. */
public final class SetOperators {
  public static final Map<String, Operator> ALL =
      Map.of(
          "$allElementsTrue", Operators.unary(Sets::allTrue),
          "$anyElementTrue", Operators.unary(Sets::anyTrue),
          "$setDifference", Sets.exactlyTwo(Sets::difference),
          "$setEquals", Sets.atLeastTwo(Sets::equal),
          "$setIntersection", Sets.any(Sets::intersection),
          "$setIsSubset", Sets.exactlyTwo(Sets::isSubset),
          "$setUnion", Sets.any(Sets::union));

  private SetOperators() {}
}
