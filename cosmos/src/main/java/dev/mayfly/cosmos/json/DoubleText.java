package dev.mayfly.cosmos.json;

import com.fasterxml.jackson.core.io.NumberOutput;

/** Doubles as JavaScript prints them: the fewest digits that give the same double again. */
final class DoubleText {
  /** JsonNumbers of more digits than this before the point are printed with an exponent. */
  private static final int PLAIN_DIGITS_MAX = 21;

  /** JsonNumbers with more zeros than this after the point are printed with an exponent. */
  private static final int LEADING_ZEROS_MAX = 5;

  private DoubleText() {}

  /** The text of a finite double. */
  static String of(double value) {
    if (value == 0) {
      return "0";
    }
    double size = Math.abs(value);
    String text = NumberOutput.toString(size, true);
    StringBuilder digits = new StringBuilder(24);
    int exponentAt = text.indexOf('E');
    int pointAt = text.indexOf('.');
    int end = exponentAt < 0 ? text.length() : exponentAt;
    digits.append(text, 0, pointAt).append(text, pointAt + 1, end);
    int point = pointAt + (exponentAt < 0 ? 0 : Integer.parseInt(text.substring(exponentAt + 1)));
    int zeros = 0;
    while (digits.charAt(zeros) == '0') {
      zeros++;
    }
    digits.delete(0, zeros);
    point -= zeros;
    trimZeros(digits);
    if (digits.length() == 2 && size < Double.MIN_NORMAL) {
      point += shorten(size, digits, point);
    }
    StringBuilder result = new StringBuilder(28);
    if (value < 0) {
      result.append('-');
    }
    return format(digits, point, result).toString();
  }

  /**
   * Java prints two digits at least, and takes the two that are nearest. The smallest doubles are
   * so far apart that one digit may do: 5e-324, not 4.9e-324.
   *
   * @return by how much the point moves
   */
  private static int shorten(double size, StringBuilder digits, int point) {
    int two = Integer.parseInt(digits.toString());
    int nearest = (two + 5) / 10;
    if (Double.parseDouble(nearest + "e" + (point - 1)) != size) {
      return 0;
    }
    digits.setLength(0);
    digits.append(nearest);
    int moved = digits.length() - 1;
    trimZeros(digits);
    return moved;
  }

  private static void trimZeros(StringBuilder digits) {
    int end = digits.length();
    while (end > 1 && digits.charAt(end - 1) == '0') {
      end--;
    }
    digits.setLength(end);
  }

  /** Places the point after so many of the digits, as ECMA-262 says for Number::toString. */
  private static StringBuilder format(StringBuilder digits, int point, StringBuilder result) {
    int count = digits.length();
    if (point > PLAIN_DIGITS_MAX || point < -LEADING_ZEROS_MAX) {
      result.append(digits.charAt(0));
      if (count > 1) {
        result.append('.').append(digits, 1, count);
      }
      int exponent = point - 1;
      return result.append('e').append(exponent < 0 ? "" : "+").append(exponent);
    }
    if (point <= 0) {
      return result.append("0.").append("0".repeat(-point)).append(digits);
    }
    if (point >= count) {
      return result.append(digits).append("0".repeat(point - count));
    }
    return result.append(digits, 0, point).append('.').append(digits, point, count);
  }
}
