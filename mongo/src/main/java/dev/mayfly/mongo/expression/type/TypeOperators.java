package dev.mayfly.mongo.expression.type;

import static java.util.Map.entry;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.expression.Operator;
import dev.mayfly.mongo.expression.Operators;
import dev.mayfly.mongo.expression.Values;
import java.util.Map;
import org.bson.BsonString;

/** The operators of this room by name. */
public final class TypeOperators {
  public static final Map<String, Operator> ALL =
      Map.ofEntries(
          entry("$isNumber", Operators.unary(value -> Values.of(Numbers.isNumber(value)))),
          entry("$type", Operators.unary(value -> new BsonString(TypeNames.of(value)))));

  private TypeOperators() {}
}
