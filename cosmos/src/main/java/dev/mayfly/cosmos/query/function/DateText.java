package dev.mayfly.cosmos.query.function;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Moments as texts: {@code 2026-01-31T12:00:00.1234567Z}. What stands after the date may be cut.
 */
final class DateText {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4})-(\\d{2})-(\\d{2})(?:[T ](\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,7}))?)?Z?");
  private static final int LENGTH_MAX = 28;
  private static final int FRACTION_DIGITS = 7;
  private static final int NANOS_PER_TICK = 100;

  private DateText() {}

  /** The moment that a text says; null if it says none. */
  static LocalDateTime parse(String text) {
    if (text.length() > LENGTH_MAX) {
      return null;
    }
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    String fraction = parts.group(7) == null ? "" : parts.group(7);
    return of(
        number(parts.group(1)),
        number(parts.group(2)),
        number(parts.group(3)),
        number(parts.group(4)),
        number(parts.group(5)),
        number(parts.group(6)),
        number((fraction + "0000000").substring(0, FRACTION_DIGITS)));
  }

  private static int number(String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  /** The moment of these parts, the last in ticks of 100 ns; null if there is none. */
  static LocalDateTime of(
      int year, int month, int day, int hour, int minute, int second, int fraction) {
    try {
      return year < 1 || fraction < 0 || fraction > 9_999_999
          ? null
          : LocalDateTime.of(year, month, day, hour, minute, second, fraction * NANOS_PER_TICK);
    } catch (DateTimeException e) {
      return null;
    }
  }

  static String text(LocalDateTime moment) {
    return String.format(
        Locale.ROOT,
        "%04d-%02d-%02dT%02d:%02d:%02d.%07dZ",
        moment.getYear(),
        moment.getMonthValue(),
        moment.getDayOfMonth(),
        moment.getHour(),
        moment.getMinute(),
        moment.getSecond(),
        moment.getNano() / NANOS_PER_TICK);
  }

  /** Ticks of 100 ns since 1970. */
  static long ticks(LocalDateTime moment) {
    return moment.toEpochSecond(ZoneOffset.UTC) * DatePart.TICKS_PER_SECOND
        + moment.getNano() / NANOS_PER_TICK;
  }

  /** The moment so many ticks after 1970; null if its year has not four digits. */
  static LocalDateTime ofTicks(long ticks) {
    long second = Math.floorDiv(ticks, DatePart.TICKS_PER_SECOND);
    int nanos = (int) Math.floorMod(ticks, DatePart.TICKS_PER_SECOND) * NANOS_PER_TICK;
    return inRange(LocalDateTime.ofEpochSecond(second, nanos, ZoneOffset.UTC));
  }

  static LocalDateTime inRange(LocalDateTime moment) {
    return moment.getYear() < 1 || moment.getYear() > 9999 ? null : moment;
  }
}
