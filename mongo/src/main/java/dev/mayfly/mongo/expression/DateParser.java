package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.error.MongoException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * Parses dates without a format: {@code 2026-01-31}, {@code 2026-01}, {@code
 * 2026-01-31T12:00:00.5+01:00}, {@code 20260131T120000Z}, {@code 1/31/2026}, {@code Jan 31, 2026
 * 12:00}, {@code 31 January 2026}.
 */
public final class DateParser {
  private static final int YEAR_DIGITS = 4;
  private static final int COMPACT_DIGITS = 8;

  private final String text;
  private final DateScanner scanner;
  private final ParsedDate date;

  private DateParser(String text) {
    this.text = text;
    this.scanner = new DateScanner(text);
    this.date = new ParsedDate(text);
  }

  /** Epoch milliseconds of a date in UTC. */
  public static long read(String text) {
    return read(text, ZoneOffset.UTC);
  }

  static long read(String text, ZoneId zone) {
    DateParser reader = new DateParser(text);
    reader.day();
    reader.time();
    return reader.date.millis(zone);
  }

  private void day() {
    scanner.skipSpace();
    if (!scanner.isDigit()) {
      monthFirst();
    } else if (scanner.digits() == COMPACT_DIGITS) {
      date.year = scanner.number(YEAR_DIGITS, YEAR_DIGITS);
      date.month = scanner.number(2, 2);
      date.day = scanner.number(2, 2);
    } else if (scanner.digits() == YEAR_DIGITS) {
      date.year = scanner.number(YEAR_DIGITS, YEAR_DIGITS);
      char separator = separator();
      date.month = required(1, 2);
      date.day = scanner.take(separator) ? required(1, 2) : 1;
    } else {
      dayFirst();
    }
  }

  private char separator() {
    char separator = scanner.peek();
    if (separator != '-' && separator != '/') {
      throw unexpected();
    }
    scanner.take(separator);
    return separator;
  }

  /** {@code Jan 31, 2026}. */
  private void monthFirst() {
    date.month = month();
    scanner.skipSpace();
    date.day = required(1, 2);
    scanner.letters();
    scanner.take(',');
    scanner.skipSpace();
    date.year = required(YEAR_DIGITS, YEAR_DIGITS);
  }

  /** {@code 31 Jan 2026}, {@code 31-Jan-2026} or {@code 1/31/2026}. */
  private void dayFirst() {
    int first = required(1, 2);
    if (scanner.take('/')) {
      date.month = first;
      date.day = required(1, 2);
      if (!scanner.take('/')) {
        throw unexpected();
      }
    } else {
      date.day = first;
      boolean dashed = scanner.take('-');
      scanner.skipSpace();
      date.month = month();
      if (dashed && !scanner.take('-')) {
        throw unexpected();
      }
      scanner.skipSpace();
    }
    date.year = required(YEAR_DIGITS, YEAR_DIGITS);
  }

  private int month() {
    Integer month = DateScanner.month(scanner.letters());
    if (month == null) {
      throw unexpected();
    }
    return month;
  }

  private int required(int least, int most) {
    Integer number = scanner.number(least, most);
    if (number == null) {
      throw unexpected();
    }
    return number;
  }

  private void time() {
    if (!scanner.take('T') && !scanner.take('t')) {
      scanner.skipSpace();
    }
    if (scanner.isDigit()) {
      clock();
      scanner.skipSpace();
    }
    if (!scanner.atEnd()) {
      date.offset = scanner.offset();
      scanner.skipSpace();
    }
    if (!scanner.atEnd()) {
      throw unexpected();
    }
  }

  private void clock() {
    date.hour = required(1, 2);
    boolean colons = scanner.take(':');
    date.minute = required(2, 2);
    if (colons ? scanner.take(':') : scanner.isDigit()) {
      date.second = required(2, 2);
      if ((scanner.take('.') || scanner.take(',')) && scanner.isDigit()) {
        date.nanos = scanner.fraction();
      }
    }
    meridian();
  }

  private void meridian() {
    int start = scanner.position();
    scanner.skipSpace();
    String half = scanner.letters().toLowerCase(Locale.ROOT);
    if (half.equals("am") || half.equals("pm")) {
      date.hour = date.hour % 12 + (half.equals("pm") ? 12 : 0);
    } else {
      scanner.position(start);
    }
  }

  private MongoException unexpected() {
    return ParsedDate.failure(
        text,
        scanner.position(),
        scanner.atEnd() ? "Unexpected end" : "Unexpected character '" + scanner.peek() + "'");
  }
}
