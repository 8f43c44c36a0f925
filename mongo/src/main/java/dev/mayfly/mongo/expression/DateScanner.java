package dev.mayfly.mongo.expression;

import java.time.Month;
import java.time.ZoneOffset;
import java.util.Locale;

/** A scanner over the text of a date. */
final class DateScanner {
  private static final int MONTH_LETTERS = 3;
  private static final int NANO_DIGITS = 9;

  private final String text;
  private int at;

  DateScanner(String text) {
    this.text = text;
  }

  int position() {
    return at;
  }

  void position(int position) {
    at = position;
  }

  boolean atEnd() {
    return at >= text.length();
  }

  /** The next character without consuming it; 0 at the end. */
  char peek() {
    return atEnd() ? 0 : text.charAt(at);
  }

  boolean take(char expected) {
    if (peek() != expected || atEnd()) {
      return false;
    }
    at++;
    return true;
  }

  void skipSpace() {
    while (Character.isWhitespace(peek())) {
      at++;
    }
  }

  boolean isDigit() {
    return peek() >= '0' && peek() <= '9';
  }

  /** The number of digits ahead. */
  int digits() {
    int end = at;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end - at;
  }

  /** Scans a number of a limited number of digits; null if there are too few. */
  Integer number(int least, int most) {
    int count = Math.min(digits(), most);
    if (count < least) {
      return null;
    }
    int value = Integer.parseInt(text.substring(at, at + count));
    at += count;
    return value;
  }

  /** Scans a fraction of a second. */
  int fraction() {
    int count = digits();
    String digits = text.substring(at, at + Math.min(count, NANO_DIGITS));
    at += count;
    return Integer.parseInt(digits + "0".repeat(NANO_DIGITS - digits.length()));
  }

  String letters() {
    int start = at;
    while (!atEnd() && Character.isLetter(peek())) {
      at++;
    }
    return text.substring(start, at);
  }

  /** The month of a full or abbreviated name; null if unknown. */
  static Integer month(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (Month month : Month.values()) {
      if (month.name().equals(upper)
          || (upper.length() == MONTH_LETTERS && month.name().startsWith(upper))) {
        return month.getValue();
      }
    }
    return null;
  }

  /** Scans {@code Z}, {@code UTC}, {@code GMT} or an offset; null if there is none. */
  ZoneOffset offset() {
    int start = at;
    if (peek() == '+' || peek() == '-') {
      at++;
      while (isDigit() || peek() == ':') {
        at++;
      }
      ZoneOffset offset = Zone.offset(text.substring(start, at));
      if (offset == null) {
        at = start;
      }
      return offset;
    }
    String name = letters().toUpperCase(Locale.ROOT);
    if (name.equals("Z") || name.equals("UTC") || name.equals("GMT")) {
      return ZoneOffset.UTC;
    }
    at = start;
    return null;
  }
}
