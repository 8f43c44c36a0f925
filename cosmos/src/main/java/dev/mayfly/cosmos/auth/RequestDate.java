package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.http.CosmosException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Dates as headers have them: {@code Sun, 15 Nov 2026 08:49:37 GMT}, in whatever case. */
final class RequestDate {
  private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
  private static final int LENGTH = 29;
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private RequestDate() {}

  /** The second that a date names. */
  static long parse(String text) {
    try {
      if (text.length() == LENGTH && text.regionMatches(true, 26, "GMT", 0, 3)) {
        int month = month(text);
        if (month > 0) {
          LocalDate day = LocalDate.of(number(text, 12, 4), month, number(text, 5, 2));
          int hour = number(text, 17, 2);
          int minute = number(text, 20, 2);
          int second = number(text, 23, 2);
          return day.toEpochDay() * 86_400 + hour * 3600L + minute * 60L + second;
        }
      }
      return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toEpochSecond();
    } catch (DateTimeException | NumberFormatException e) {
      throw new CosmosException(
          401,
          "The input date header is invalid format. Please pass in RFC 1123 style date format.");
    }
  }

  private static int month(String text) {
    for (int i = 0; i < MONTHS.length(); i += 3) {
      if (text.regionMatches(true, 8, MONTHS, i, 3)) {
        return i / 3 + 1;
      }
    }
    return 0;
  }

  private static int number(String text, int offset, int length) {
    return Integer.parseInt(text, offset, offset + length, 10);
  }

  /** The text of a second, with two digits for the day. */
  static String text(long epochSecond) {
    return FORMAT.format(Instant.ofEpochSecond(epochSecond));
  }
}
