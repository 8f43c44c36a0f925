package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;

/** The parsed parts of a date; missing ones are null. */
final class ParsedDate {
  private final String text;

  Integer year;
  Integer month;
  Integer day;
  Integer dayOfYear;
  Integer isoYear;
  Integer isoWeek;
  Integer isoDay;
  Integer hour;
  Integer minute;
  Integer second;
  int nanos;
  ZoneOffset offset;

  ParsedDate(String text) {
    this.text = text;
  }

  static MongoException failure(String text, int position, String why) {
    return new MongoException(
        ErrorCodes.CONVERSION_FAILURE,
        "Error parsing date string '%s'; %d: %s".formatted(text, position, why));
  }

  /**
   * Epoch milliseconds.
   *
   * @param zone used if the text has none
   */
  long millis(ZoneId zone) {
    if (offset != null && !zone.equals(ZoneOffset.UTC)) {
      throw new MongoException(
          ErrorCodes.CONVERSION_FAILURE,
          "you cannot pass in a date/time string with GMT offset together with a timezone "
              + "argument");
    }
    try {
      LocalDateTime local = LocalDateTime.of(date(), time());
      return local.atZone(offset == null ? zone : offset).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      throw failure(text, 0, "The parsed date was invalid");
    }
  }

  private LocalDate date() {
    if (isoYear != null && isoWeek != null) {
      LocalDate week = LocalDate.of(isoYear, 1, 4).with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, isoWeek);
      return week.with(DayOfWeek.of(isoDay == null ? 1 : isoDay));
    }
    if (year != null && dayOfYear != null) {
      return LocalDate.ofYearDay(year, dayOfYear);
    }
    if (year == null || month == null || day == null) {
      throw incomplete();
    }
    return LocalDate.of(year, month, day);
  }

  private LocalTime time() {
    if (hour == null && minute == null && second == null) {
      return LocalTime.MIDNIGHT;
    }
    if (hour == null || minute == null) {
      throw incomplete();
    }
    return LocalTime.of(hour, minute, second == null ? 0 : second, nanos);
  }

  private MongoException incomplete() {
    return new MongoException(
        ErrorCodes.CONVERSION_FAILURE,
        "an incomplete date/time string has been found, with elements missing: \"" + text + "\"");
  }
}
