package dev.mayfly.mongo.collation;

import java.text.Collator;

/** Compares texts in which digits next to each other are one number: {@code a9} before a10. */
final class NumericRuns {
  private NumericRuns() {}

  static int compare(String first, String second, Collator between) {
    int left = 0;
    int right = 0;
    while (left < first.length() && right < second.length()) {
      int leftEnd = runEnd(first, left);
      int rightEnd = runEnd(second, right);
      String one = first.substring(left, leftEnd);
      String other = second.substring(right, rightEnd);
      boolean numbers = isDigit(one.charAt(0)) && isDigit(other.charAt(0));
      int result = numbers ? compareNumbers(one, other) : between.compare(one, other);
      if (result != 0) {
        return result;
      }
      left = leftEnd;
      right = rightEnd;
    }
    return Boolean.compare(left < first.length(), right < second.length());
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int runEnd(String text, int start) {
    int end = start + 1;
    while (end < text.length() && isDigit(text.charAt(end)) == isDigit(text.charAt(start))) {
      end++;
    }
    return end;
  }

  private static int compareNumbers(String first, String second) {
    String left = first.substring(leadingZeros(first));
    String right = second.substring(leadingZeros(second));
    int lengths = Integer.compare(left.length(), right.length());
    return lengths != 0 ? lengths : left.compareTo(right);
  }

  private static int leadingZeros(String digits) {
    int zeros = 0;
    while (zeros < digits.length() && digits.charAt(zeros) == '0') {
      zeros++;
    }
    return zeros;
  }
}
