package dev.mayfly.mongo.sort;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Numbers;
import org.bson.BsonValue;

/**
 * The beginning of a value as an unsigned number: if one value comes before another, its number is
 * not larger. So most comparisons of a sort look at two numbers and at no value.
 */
final class KeyPrefix {
  private static final int RANK_SHIFT = 56;
  private static final int TEXT_CHARS = 7;
  private static final int REST_CHARS = 8;
  private static final int ASCII_END = 0x80;

  private KeyPrefix() {}

  /**
   * @param simple whether texts compare without a collation
   */
  static long of(BsonValue value, boolean simple) {
    // The least rank is -1.
    long rank = (long) (BsonOrder.rank(value) + 1) << RANK_SHIFT;
    if (Numbers.isNumber(value)) {
      return rank | ofNumber(Numbers.toDouble(value));
    }
    return simple && (value.isString() || value.isSymbol())
        ? rank | ofText(text(value), 0, TEXT_CHARS)
        : rank;
  }

  private static String text(BsonValue value) {
    return value.isString() ? value.asString().getValue() : value.asSymbol().getSymbol();
  }

  /**
   * What follows the beginning: values with the same beginning compare by it in the same way. It is
   * 0 unless the value is a text of more characters.
   */
  static long rest(BsonValue value, boolean simple) {
    if (!simple || !value.isString() && !value.isSymbol()) {
      return 0;
    }
    String text = text(value);
    for (int i = 0; i < TEXT_CHARS; i++) {
      if (i >= text.length() || text.charAt(i) >= ASCII_END) {
        return 0;
      }
    }
    return ofText(text, TEXT_CHARS, REST_CHARS);
  }

  /**
   * The order of doubles is that of their bits, but for the sign; those that are none come first.
   */
  private static long ofNumber(double number) {
    if (Double.isNaN(number)) {
      return 0;
    }
    long bits = Double.doubleToLongBits(number == 0 ? 0 : number);
    return (bits < 0 ? ~bits : bits ^ Long.MIN_VALUE) >>> Long.SIZE - RANK_SHIFT;
  }

  /** Up to the first character that is not ASCII: all of these come behind. */
  private static long ofText(String text, int from, int count) {
    long prefix = 0;
    for (int i = 0; i < count; i++) {
      int unit = from + i < text.length() ? text.charAt(from + i) : 0;
      if (unit >= ASCII_END) {
        return (prefix << Byte.SIZE | ASCII_END) << Byte.SIZE * (count - 1 - i);
      }
      prefix = prefix << Byte.SIZE | unit;
    }
    return prefix;
  }
}
