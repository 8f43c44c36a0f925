package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code $getField}, {@code $setField}, {@code $unsetField}, for names with dots and dollar signs.
 */
final class FieldOperators {
  private FieldOperators() {}

  static Expression get(String name, BsonValue argument, ParseContext context) {
    boolean named =
        argument.isDocument()
            && (argument.asDocument().isEmpty()
                || !argument.asDocument().getFirstKey().startsWith("$"));
    if (!named) {
      return getter(
          ExpressionParser.parse(argument, context.deeper()), variables -> variables.current());
    }
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(3041700, "$getField requires an object, found: %s"),
            NamedArguments.failure(3041701, "$getField found an unknown argument: %s"),
            "field",
            "input");
    return getter(
        arguments.required("field", 3041702, "$getField requires 'field' to be specified"),
        arguments.required("input", 3041703, "$getField requires 'input' to be specified"));
  }

  private static Expression getter(Expression field, Expression input) {
    return variables -> {
      BsonValue name = field.evaluate(variables);
      if (name == null || !name.isString()) {
        throw new MongoException(
            3041704,
            "$getField requires 'field' to evaluate to type String, but got " + TypeNames.of(name));
      }
      BsonValue value = input.evaluate(variables);
      if (value instanceof BsonDocument document) {
        return document.get(name.asString().getValue());
      }
      return value != null && Values.isNullish(value) ? Values.NULL : null;
    };
  }

  /** The constant field name of the argument. */
  private static String fieldName(String name, BsonValue raw, Expression field) {
    if (field instanceof FieldPath) {
      String path = raw.asString().getValue();
      throw new MongoException(
          4161108,
          "'%s' is a field path reference which is not allowed in this context. ".formatted(path)
              + "Did you mean {$literal: '%s'}?".formatted(path));
    }
    BsonValue constant = field.constant();
    if (constant == null) {
      throw new MongoException(
          4161106,
          name + " requires 'field' to evaluate to a constant, but got a non-constant argument");
    }
    if (!constant.isString()) {
      throw new MongoException(
          4161107,
          name + " requires 'field' to evaluate to type String, but got " + TypeNames.of(constant));
    }
    return constant.asString().getValue();
  }

  static Expression set(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments = arguments(name, argument, context, "field", "input", "value");
    String field = required(name, arguments);
    Expression value =
        arguments.required("value", 4161103, name + " requires 'value' to be specified");
    return setter(field, value, input(name, arguments));
  }

  static Expression unset(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments = arguments(name, argument, context, "field", "input");
    String field = required(name, arguments);
    return setter(field, variables -> null, input(name, arguments));
  }

  private static NamedArguments arguments(
      String name, BsonValue argument, ParseContext context, String... names) {
    return NamedArguments.of(
        argument,
        context,
        NamedArguments.failure(4161100, name + " only supports an object as its argument"),
        NamedArguments.failure(4161101, name + " found an unknown argument: %s"),
        names);
  }

  private static String required(String name, NamedArguments arguments) {
    Expression field =
        arguments.required("field", 4161102, name + " requires 'field' to be specified");
    return fieldName(name, arguments.raw("field"), field);
  }

  private static Expression input(String name, NamedArguments arguments) {
    return arguments.required("input", 4161109, name + " requires 'input' to be specified");
  }

  private static Expression setter(String field, Expression value, Expression input) {
    return variables -> {
      BsonValue target = input.evaluate(variables);
      if (Values.isNullish(target)) {
        return Values.NULL;
      }
      if (!target.isDocument()) {
        throw new MongoException(4161105, "$setField requires 'input' to evaluate to type Object");
      }
      BsonDocument changed = MergeObjects.copy(target.asDocument());
      BsonValue set = value.evaluate(variables);
      if (set == null) {
        changed.remove(field);
      } else {
        changed.put(field, set);
      }
      return changed;
    };
  }
}
