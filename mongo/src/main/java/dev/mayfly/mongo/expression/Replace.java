package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code $replaceOne} and {@code $replaceAll}. */
final class Replace {
  private Replace() {}

  static Operator times(int most) {
    return (name, argument, context) -> {
      NamedArguments arguments =
          NamedArguments.of(
              argument,
              context,
              NamedArguments.failure(51751, name + " requires an object as an argument, found: %s"),
              NamedArguments.failure(51750, name + " found an unknown argument: %s"),
              "input",
              "find",
              "replacement");
      Expression input = required(name, arguments, "input", 51749);
      Expression find = required(name, arguments, "find", 51748);
      Expression replacement = required(name, arguments, "replacement", 51747);
      return Operators.folded(
          variables -> {
            String text = text(name, input.evaluate(variables), "input", 51746);
            String from = text(name, find.evaluate(variables), "find", 51745);
            String to = text(name, replacement.evaluate(variables), "replacement", 51744);
            return text == null || from == null || to == null
                ? Values.NULL
                : new BsonString(replaced(text, from, to, most));
          },
          input,
          find,
          replacement);
    };
  }

  private static Expression required(
      String name, NamedArguments arguments, String field, int code) {
    return arguments.required(field, code, name + " requires '" + field + "' to be specified");
  }

  private static String text(String name, BsonValue value, String field, int code) {
    if (Values.isNullish(value)) {
      return null;
    }
    if (!value.isString()) {
      throw new MongoException(
          code,
          "%s requires that '%s' be a string, found: %s"
              .formatted(name, field, BsonText.of(value)));
    }
    return value.asString().getValue();
  }

  private static String replaced(String text, String from, String to, int most) {
    StringBuilder result = new StringBuilder();
    int at = 0;
    int found = text.indexOf(from);
    for (int i = 0; i < most && found >= 0; i++) {
      result.append(text, at, found).append(to);
      ValueLimits.checkText(result.length());
      at = found + from.length();
      if (from.isEmpty()) {
        if (at == text.length()) {
          break;
        }
        int next = at + Character.charCount(text.codePointAt(at));
        result.append(text, at, next);
        at = next;
        found = next;
      } else {
        found = text.indexOf(from, at);
      }
    }
    ValueLimits.checkText(result.length() + (long) text.length() - at);
    return result.append(text, at, text.length()).toString();
  }
}
