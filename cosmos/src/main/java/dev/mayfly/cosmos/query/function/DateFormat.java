package dev.mayfly.cosmos.query.function;

import java.time.LocalDateTime;

/** Writes moments after a pattern: {@code yyyy-MM-dd HH:mm:ss.fff}; a backslash quotes a letter. */
final class DateFormat {
  private static final int FRACTION_DIGITS = 7;
  private static final int NANOS_PER_TICK = 100;
  private static final int HALF_DAY = 12;

  private DateFormat() {}

  static String text(LocalDateTime moment, String pattern) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pattern.length(); ) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        text.append(pattern.charAt(i + 1));
        i += 2;
        continue;
      }
      int end = i;
      while (end < pattern.length() && pattern.charAt(end) == c) {
        end++;
      }
      append(text, moment, c, end - i);
      i = end;
    }
    return text.toString();
  }

  private static void append(StringBuilder text, LocalDateTime moment, char letter, int count) {
    int hour = moment.getHour() % HALF_DAY;
    switch (letter) {
      case 'y' -> number(text, count <= 2 ? moment.getYear() % 100 : moment.getYear(), count);
      case 'M' -> number(text, moment.getMonthValue(), Math.min(count, 2));
      case 'd' -> number(text, moment.getDayOfMonth(), Math.min(count, 2));
      case 'H' -> number(text, moment.getHour(), Math.min(count, 2));
      case 'h' -> number(text, hour == 0 ? HALF_DAY : hour, Math.min(count, 2));
      case 'm' -> number(text, moment.getMinute(), Math.min(count, 2));
      case 's' -> number(text, moment.getSecond(), Math.min(count, 2));
      case 't' -> text.append((moment.getHour() < HALF_DAY ? "AM" : "PM"), 0, Math.min(count, 2));
      case 'f' -> text.append(fraction(moment, count));
      case 'F' -> text.append(fraction(moment, count).replaceAll("0+$", ""));
      default -> text.append(String.valueOf(letter).repeat(count));
    }
  }

  private static void number(StringBuilder text, int number, int digits) {
    String plain = Integer.toString(number);
    text.append("0".repeat(Math.max(0, digits - plain.length()))).append(plain);
  }

  private static String fraction(LocalDateTime moment, int count) {
    StringBuilder ticks = new StringBuilder();
    number(ticks, moment.getNano() / NANOS_PER_TICK, FRACTION_DIGITS);
    return ticks.substring(0, Math.min(count, FRACTION_DIGITS));
  }
}
