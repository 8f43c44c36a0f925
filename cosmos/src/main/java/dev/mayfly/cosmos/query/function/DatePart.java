package dev.mayfly.cosmos.query.function;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.Locale;

/** The parts of a moment. */
enum DatePart {
  YEAR(0),
  MONTH(0),
  DAY(864_000_000_000L),
  HOUR(36_000_000_000L),
  MINUTE(600_000_000L),
  SECOND(10_000_000L),
  MILLISECOND(10_000L),
  MICROSECOND(10L),
  NANOSECOND(0);

  static final long TICKS_PER_SECOND = 10_000_000L;

  private static final int MONTHS = 12;
  private static final int NANOS_PER_TICK = 100;

  /** How long it is; 0 if that depends, or if it is less than a tick. */
  private final long ticks;

  DatePart(long ticks) {
    this.ticks = ticks;
  }

  /** The part that a text names; null if it names none. */
  static DatePart of(String text) {
    return text == null
        ? null
        : switch (text.toLowerCase(Locale.ROOT)) {
          case "year", "yyyy", "yy" -> YEAR;
          case "month", "mm", "m" -> MONTH;
          case "day", "dd", "d" -> DAY;
          case "hour", "hh" -> HOUR;
          case "minute", "mi", "n" -> MINUTE;
          case "second", "ss", "s" -> SECOND;
          case "millisecond", "ms" -> MILLISECOND;
          case "microsecond", "mcs" -> MICROSECOND;
          case "nanosecond", "ns" -> NANOSECOND;
          default -> null;
        };
  }

  long of(LocalDateTime moment) {
    return switch (this) {
      case YEAR -> moment.getYear();
      case MONTH -> moment.getMonthValue();
      case DAY -> moment.getDayOfMonth();
      case HOUR -> moment.getHour();
      case MINUTE -> moment.getMinute();
      case SECOND -> moment.getSecond();
      case MILLISECOND -> moment.getNano() / 1_000_000;
      case MICROSECOND -> moment.getNano() / 1_000;
      case NANOSECOND -> moment.getNano();
    };
  }

  /** So many of these later; null if that is no moment with a year of four digits. */
  LocalDateTime add(LocalDateTime moment, long count) {
    try {
      return DateText.inRange(
          switch (this) {
            case YEAR -> moment.plusYears(count);
            case MONTH -> moment.plusMonths(count);
            case DAY -> moment.plusDays(count);
            case HOUR -> moment.plusHours(count);
            case MINUTE -> moment.plusMinutes(count);
            case SECOND -> moment.plusSeconds(count);
            case MILLISECOND -> plusTicks(moment, Math.multiplyExact(count, ticks));
            case MICROSECOND -> plusTicks(moment, Math.multiplyExact(count, ticks));
            case NANOSECOND -> plusTicks(moment, count / NANOS_PER_TICK);
          });
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  private static LocalDateTime plusTicks(LocalDateTime moment, long ticks) {
    return moment
        .plusSeconds(ticks / TICKS_PER_SECOND)
        .plusNanos(ticks % TICKS_PER_SECOND * NANOS_PER_TICK);
  }

  /** How many boundaries of these lie between two moments. */
  long between(LocalDateTime start, LocalDateTime end) {
    return switch (this) {
      case YEAR -> end.getYear() - start.getYear();
      case MONTH -> months(end) - months(start);
      case NANOSECOND -> (DateText.ticks(end) - DateText.ticks(start)) * NANOS_PER_TICK;
      default ->
          Math.floorDiv(DateText.ticks(end), ticks) - Math.floorDiv(DateText.ticks(start), ticks);
    };
  }

  /** The start of the span of so many of these, counted from an origin, that holds a moment. */
  LocalDateTime bin(LocalDateTime moment, long size, LocalDateTime origin) {
    if (this == YEAR || this == MONTH) {
      long step = this == YEAR ? Math.multiplyExact(size, (long) MONTHS) : size;
      long months = months(moment) - months(origin);
      LocalDateTime start = origin.plusMonths(Math.floorDiv(months, step) * step);
      return start.isAfter(moment) ? start.minusMonths(step) : start;
    }
    long step =
        this == NANOSECOND ? Math.max(1, size / NANOS_PER_TICK) : Math.multiplyExact(size, ticks);
    long from = DateText.ticks(origin);
    return DateText.ofTicks(from + Math.floorDiv(DateText.ticks(moment) - from, step) * step);
  }

  private static long months(LocalDateTime moment) {
    return (long) moment.getYear() * MONTHS + moment.getMonthValue() - 1;
  }
}
