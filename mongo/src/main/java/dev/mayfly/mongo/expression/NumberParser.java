package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.error.MongoException;
import java.util.Locale;
import java.util.Set;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Parses numbers from whole strings. */
final class NumberParser {
  private static final String PARTLY = "Did not consume whole string.";
  private static final String REAL_CHARACTERS = "0123456789+-.eE";
  private static final Set<String> SPECIAL = Set.of("inf", "infinity", "nan");

  private NumberParser() {}

  private static MongoException failure(String text, String why) {
    return Conversions.failure(
        "Failed to parse number '%s' in $convert with no onError value: %s".formatted(text, why));
  }

  private static String text(BsonValue value) {
    String text = value.asString().getValue();
    if (text.startsWith("0x")) {
      throw Conversions.failure(
          "Illegal hexadecimal input in $convert with no onError value: " + text);
    }
    return text;
  }

  static long whole(BsonValue value, long least, long most) {
    String text = text(value);
    int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    if (text.length() == start) {
      throw failure(text, text.isEmpty() ? "Empty string" : "No digits");
    }
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        throw failure(text, i == start ? "Did not consume any digits" : PARTLY);
      }
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw failure(text, "Overflow");
    }
    throw failure(text, "Overflow");
  }

  static double real(BsonValue value) {
    String text = text(value);
    if (text.isEmpty()) {
      throw failure(text, "Empty string");
    }
    boolean signed = text.startsWith("-") || text.startsWith("+");
    String name = (signed ? text.substring(1) : text).toLowerCase(Locale.ROOT);
    if (SPECIAL.contains(name)) {
      double special = name.equals("nan") ? Double.NaN : Double.POSITIVE_INFINITY;
      return text.startsWith("-") ? -special : special;
    }
    for (int i = 0; i < text.length(); i++) {
      if (REAL_CHARACTERS.indexOf(text.charAt(i)) < 0) {
        throw failure(text, PARTLY);
      }
    }
    try {
      double number = Double.parseDouble(text);
      if (Double.isInfinite(number)) {
        throw failure(text, "Out of range");
      }
      return number;
    } catch (NumberFormatException e) {
      throw failure(text, PARTLY);
    }
  }

  static Decimal128 decimal(BsonValue value) {
    String text = text(value);
    if (text.isEmpty()) {
      throw failure(text, "Empty string");
    }
    try {
      return Decimal128.parse(text);
    } catch (NumberFormatException e) {
      throw failure(text, "Failed to parse string to decimal");
    }
  }
}
