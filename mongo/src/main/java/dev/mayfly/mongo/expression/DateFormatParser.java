package dev.mayfly.mongo.expression;

import java.time.ZoneId;
import java.time.ZoneOffset;

/** Parses dates by patterns such as {@code %Y-%m-%d}. */
final class DateFormatParser {
  /** The format specifiers. */
  static final String READ = "bBdGHjLmMSuVYzZ%";

  private final String text;
  private final DateScanner scanner;
  private final ParsedDate date;

  private DateFormatParser(String text) {
    this.text = text;
    this.scanner = new DateScanner(text);
    this.date = new ParsedDate(text);
  }

  static long read(String text, String format, ZoneId zone) {
    DateFormatParser reader = new DateFormatParser(text);
    for (int i = 0; i < format.length(); i++) {
      char each = format.charAt(i);
      if (each == '%' && format.charAt(i + 1) != '%') {
        i++;
        reader.part(format.charAt(i));
      } else {
        i += each == '%' ? 1 : 0;
        reader.literal(each);
      }
    }
    if (!reader.scanner.atEnd()) {
      throw ParsedDate.failure(text, reader.scanner.position(), "Trailing data");
    }
    return reader.date.millis(zone);
  }

  private void literal(char expected) {
    if (!scanner.take(expected)) {
      throw ParsedDate.failure(
          text, scanner.position(), "Format literal not found '" + scanner.peek() + "'");
    }
  }

  private void part(char part) {
    switch (part) {
      case 'Y' -> date.year = number(4, 4, "A four digit year could not be found");
      case 'm' -> date.month = number(1, 2, "A two digit month could not be found");
      case 'd' -> date.day = number(1, 2, "A two digit day could not be found");
      case 'H' -> date.hour = number(1, 2, "A two digit hour could not be found");
      case 'M' -> date.minute = number(2, 2, "A two digit minute could not be found");
      case 'S' -> date.second = number(2, 2, "A two digit second could not be found");
      case 'L' ->
          date.nanos = number(3, 3, "A three digit millisecond could not be found") * 1_000_000;
      case 'j' -> date.dayOfYear = number(1, 3, "A three digit day-of-year could not be found");
      case 'G' -> date.isoYear = number(4, 4, "A four digit ISO year could not be found");
      case 'V' -> date.isoWeek = number(1, 2, "A two digit ISO week could not be found");
      case 'u' -> date.isoDay = number(1, 1, "A single digit day of week could not be found");
      case 'b', 'B' -> month();
      case 'z' -> offset();
      default -> minutes();
    }
  }

  private int number(int least, int most, String missing) {
    Integer number = scanner.number(least, most);
    if (number == null) {
      throw ParsedDate.failure(text, scanner.position(), missing + " '" + scanner.peek() + "'");
    }
    return number;
  }

  private void month() {
    int start = scanner.position();
    date.month = DateScanner.month(scanner.letters());
    if (date.month == null) {
      throw ParsedDate.failure(text, start, "A textual month could not be found");
    }
  }

  private void offset() {
    date.offset = scanner.offset();
    if (date.offset == null) {
      throw ParsedDate.failure(
          text,
          scanner.position(),
          "passing a time zone identifier as part of the string is not allowed");
    }
  }

  private void minutes() {
    boolean negative = scanner.take('-');
    if (!negative && !scanner.take('+')) {
      throw ParsedDate.failure(text, scanner.position(), "Invalid timezone offset in minutes");
    }
    int minutes = number(1, 4, "Invalid timezone offset in minutes");
    int seconds = (negative ? -minutes : minutes) * 60;
    if (Math.abs(seconds) > ZoneOffset.MAX.getTotalSeconds()) {
      throw ParsedDate.failure(text, scanner.position(), "Invalid timezone offset in minutes");
    }
    date.offset = ZoneOffset.ofTotalSeconds(seconds);
  }
}
