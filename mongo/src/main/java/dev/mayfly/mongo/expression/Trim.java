package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code $trim}, {@code $ltrim}, {@code $rtrim}. */
final class Trim {
  private static final String SPACE =
      "\0 \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
          + "\u200A";

  private Trim() {}

  static Operator sides(boolean left, boolean right) {
    return (name, argument, context) -> {
      NamedArguments arguments =
          NamedArguments.of(
              argument,
              context,
              NamedArguments.failure(
                  50696, name + " only supports an object as an argument, found %s"),
              NamedArguments.failure(50694, name + " found an unknown argument: %s"),
              "input",
              "chars");
      Expression input = arguments.required("input", 50695, name + " requires an 'input' field");
      Expression characters = arguments.optional("chars");
      return Operators.folded(
          variables -> {
            BsonValue text = input.evaluate(variables);
            BsonValue chars = characters == null ? null : characters.evaluate(variables);
            if (Values.isNullish(text) || (characters != null && Values.isNullish(chars))) {
              return Values.NULL;
            }
            String from = text(text, 50699, name + " requires its input to be a string, got ");
            String drop =
                characters == null
                    ? SPACE
                    : text(chars, 50700, name + " requires 'chars' to be a string, got ");
            return new BsonString(trimmed(from, drop, left, right));
          },
          input,
          characters);
    };
  }

  private static String text(BsonValue value, int code, String message) {
    if (!value.isString()) {
      throw new MongoException(
          code,
          "%s%s (of type %s) instead.".formatted(message, BsonText.of(value), TypeNames.of(value)));
    }
    return value.asString().getValue();
  }

  private static String trimmed(String text, String drop, boolean left, boolean right) {
    int start = 0;
    int end = text.length();
    while (left && start < end && drop.indexOf(text.codePointAt(start)) >= 0) {
      start += Character.charCount(text.codePointAt(start));
    }
    while (right && end > start && drop.indexOf(text.codePointBefore(end)) >= 0) {
      end -= Character.charCount(text.codePointBefore(end));
    }
    return text.substring(start, end);
  }
}
