package dev.mayfly.cosmos.query.function;

import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.Map;
import java.util.function.Predicate;

/** The checks of types: they have an answer for undefined, too. */
final class TypeCheckFunctions {
  static final Map<String, Builtin> ALL =
      Map.ofEntries(
          check("IS_DEFINED", Value::isDefined),
          check("IS_NULL", is(Kind.NULL)),
          check("IS_BOOL", is(Kind.BOOLEAN)),
          check("IS_BOOLEAN", is(Kind.BOOLEAN)),
          check("IS_NUMBER", is(Kind.NUMBER)),
          check("IS_STRING", is(Kind.STRING)),
          check("IS_ARRAY", is(Kind.ARRAY)),
          check("IS_OBJECT", is(Kind.OBJECT)),
          check("IS_PRIMITIVE", TypeCheckFunctions::isPrimitive),
          check("IS_FINITE_NUMBER", v -> v instanceof NumberValue n && n.isFinite()),
          check("IS_INTEGER", TypeCheckFunctions::isInteger),
          check(
              "IS_DATETIME", v -> v instanceof StringValue s && DateText.parse(s.text()) != null));

  private TypeCheckFunctions() {}

  private static Map.Entry<String, Builtin> check(String name, Predicate<Value> check) {
    return Map.entry(name, Builtin.one(value -> Value.of(check.test(value))));
  }

  private static Predicate<Value> is(Kind kind) {
    return value -> value.kind() == kind;
  }

  private static boolean isPrimitive(Value value) {
    return value.isDefined() && value.kind() != Kind.ARRAY && value.kind() != Kind.OBJECT;
  }

  private static boolean isInteger(Value value) {
    return Arguments.whole(value) != null;
  }
}
