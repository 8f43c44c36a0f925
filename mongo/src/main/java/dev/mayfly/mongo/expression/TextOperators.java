package dev.mayfly.mongo.expression;

import static java.util.Map.entry;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.Map;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

public final class TextOperators {
  public static final Map<String, Operator> ALL =
      Map.ofEntries(
          entry("$concat", Concat::parse),
          entry("$indexOfBytes", Operators.between(2, 4, IndexOf::bytes)),
          entry("$indexOfCP", Operators.between(2, 4, IndexOf::codePoints)),
          entry("$ltrim", Trim.sides(true, false)),
          entry("$regexFind", RegexOperator.of(RegexOperator::find)),
          entry("$regexFindAll", RegexOperator.of(RegexOperator::findAll)),
          entry("$regexMatch", RegexOperator.of(RegexOperator::matches)),
          entry("$replaceAll", Replace.times(Integer.MAX_VALUE)),
          entry("$replaceOne", Replace.times(1)),
          entry("$rtrim", Trim.sides(false, true)),
          entry("$split", Operators.binary(Split::of)),
          entry("$strLenBytes", Operators.unary(TextOperators::bytes)),
          entry("$strLenCP", Operators.unary(TextOperators::codePoints)),
          entry("$strcasecmp", Operators.binary(TextOperators::compared)),
          entry("$substr", Operators.exactly(3, Substr::bytes)),
          entry("$substrBytes", Operators.exactly(3, Substr::bytes)),
          entry("$substrCP", Operators.exactly(3, Substr::codePoints)),
          entry("$toLower", Operators.unary(TextOperators::lower)),
          entry("$toUpper", Operators.unary(TextOperators::upper)),
          entry("$trim", Trim.sides(true, true)));

  private TextOperators() {}

  private static BsonValue bytes(BsonValue value) {
    return new BsonInt32(Utf8Text.length(text(value, 34473, "$strLenBytes")));
  }

  private static BsonValue codePoints(BsonValue value) {
    String text = text(value, 34471, "$strLenCP");
    return new BsonInt32(text.codePointCount(0, text.length()));
  }

  private static String text(BsonValue value, int code, String name) {
    if (value == null || !value.isString()) {
      throw new MongoException(
          code, name + " requires a string argument, found: " + TypeNames.of(value));
    }
    return value.asString().getValue();
  }

  private static BsonValue lower(BsonValue value) {
    return new BsonString(shifted(StringCoercion.coerced(value), 'A', 'Z', 'a' - 'A'));
  }

  private static BsonValue upper(BsonValue value) {
    return new BsonString(upper(StringCoercion.coerced(value)));
  }

  private static String upper(String text) {
    return shifted(text, 'a', 'z', 'A' - 'a');
  }

  /** Case conversion of ASCII letters only. */
  private static String shifted(String text, char first, char last, int distance) {
    char[] characters = text.toCharArray();
    for (int i = 0; i < characters.length; i++) {
      if (characters[i] >= first && characters[i] <= last) {
        characters[i] += (char) distance;
      }
    }
    return new String(characters);
  }

  private static BsonValue compared(BsonValue first, BsonValue second) {
    String left = upper(StringCoercion.coerced(first));
    String right = upper(StringCoercion.coerced(second));
    return new BsonInt32(Integer.compare(BsonOrder.SIMPLE.compareTexts(left, right), 0));
  }
}
