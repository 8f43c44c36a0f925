package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.error.MongoException;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Formats dates by patterns such as {@code %Y-%m-%d}. */
final class DateFormat {
  private static final String WRITTEN = "bBdGHjLmMSwuUVYzZ%";
  private static final int YEAR_MAX = 9999;

  private DateFormat() {}

  /** Rejects unknown format specifiers. */
  static void check(String format, String known) {
    for (int i = format.indexOf('%'); i >= 0; i = format.indexOf('%', i + 2)) {
      if (i + 1 == format.length()) {
        throw new MongoException(18535, "Unmatched '%' at end of format string");
      }
      if (known.indexOf(format.charAt(i + 1)) < 0) {
        throw new MongoException(
            18536, "Invalid format character '%" + format.charAt(i + 1) + "' in format string");
      }
    }
  }

  static void checkWritten(String format) {
    check(format, WRITTEN);
  }

  static String write(String format, ZonedDateTime date) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char each = format.charAt(i);
      if (each == '%') {
        i++;
        append(text, format.charAt(i), date);
      } else {
        text.append(each);
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, char part, ZonedDateTime date) {
    switch (part) {
      case 'Y' -> padded(text, year(date.getYear()), 4);
      case 'm' -> padded(text, date.getMonthValue(), 2);
      case 'd' -> padded(text, date.getDayOfMonth(), 2);
      case 'H' -> padded(text, date.getHour(), 2);
      case 'M' -> padded(text, date.getMinute(), 2);
      case 'S' -> padded(text, date.getSecond(), 2);
      case 'L' -> padded(text, date.get(ChronoField.MILLI_OF_SECOND), 3);
      case 'j' -> padded(text, date.getDayOfYear(), 3);
      case 'w' -> text.append(DatePart.dayOfWeek(date));
      case 'u' -> text.append(date.getDayOfWeek().getValue());
      case 'U' -> padded(text, DatePart.week(date), 2);
      case 'V' -> padded(text, DatePart.isoWeek(date), 2);
      case 'G' -> padded(text, year(DatePart.isoWeekYear(date)), 4);
      case 'b' -> text.append(date.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
      case 'B' -> text.append(date.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
      case 'z' -> offset(text, date.getOffset().getTotalSeconds() / 60);
      case 'Z' -> minutes(text, date.getOffset().getTotalSeconds() / 60);
      default -> text.append(part);
    }
  }

  private static int year(int year) {
    if (year < 0 || year > YEAR_MAX) {
      throw new MongoException(
          18537, "$dateToString is only defined on year 0-9999, tried to use year " + year);
    }
    return year;
  }

  private static void padded(StringBuilder text, int number, int digits) {
    String plain = Integer.toString(number);
    text.append("0".repeat(Math.max(0, digits - plain.length()))).append(plain);
  }

  private static void offset(StringBuilder text, int minutes) {
    text.append(minutes < 0 ? '-' : '+');
    padded(text, Math.abs(minutes) / 60, 2);
    padded(text, Math.abs(minutes) % 60, 2);
  }

  private static void minutes(StringBuilder text, int minutes) {
    text.append(minutes < 0 ? "" : "+").append(minutes);
  }
}
