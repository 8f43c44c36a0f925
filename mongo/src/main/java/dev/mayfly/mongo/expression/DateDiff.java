package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** {@code $dateDiff}: the number of unit boundaries between two dates. */
final class DateDiff {
  private static final String NAME = "$dateDiff";

  private DateDiff() {}

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(5166301, "$dateDiff only supports an object as its argument"),
            NamedArguments.failure(5166302, "Unrecognized argument to $dateDiff: %s"),
            "startDate",
            "endDate",
            "unit",
            "timezone",
            "startOfWeek");
    Expression start =
        arguments.required("startDate", 5166303, "Missing 'startDate' parameter to $dateDiff");
    Expression end =
        arguments.required("endDate", 5166304, "Missing 'endDate' parameter to $dateDiff");
    Expression unit = arguments.required("unit", 5166305, "Missing 'unit' parameter to $dateDiff");
    Week week = new Week(arguments.optional("startOfWeek"), NAME);
    Expression timezone = arguments.optional("timezone");
    Zone zone = new Zone(timezone);
    return Operators.folded(
        variables -> {
          BsonValue from = start.evaluate(variables);
          BsonValue to = end.evaluate(variables);
          BsonValue in = unit.evaluate(variables);
          if (Values.isNullish(from) || Values.isNullish(to) || Values.isNullish(in)) {
            return Values.NULL;
          }
          BsonValue firstDay = week.value(in, variables);
          ZoneId zoneId = zone.of(variables);
          if (zoneId == null || (firstDay != null && Values.isNullish(firstDay))) {
            return Values.NULL;
          }
          check("startDate", from);
          check("endDate", to);
          TimeUnit timeUnit = TimeUnit.of(in, NAME);
          return new BsonInt64(between(from, to, timeUnit, zoneId, week.day(firstDay)));
        },
        start,
        end,
        unit,
        timezone,
        week.expression());
  }

  private static void check(String parameter, BsonValue value) {
    if (!Dates.isDate(value)) {
      throw new MongoException(
          5166307,
          "$dateDiff requires '%s' to be a date, but got %s"
              .formatted(parameter, TypeNames.of(value)));
    }
  }

  private static long between(
      BsonValue from, BsonValue to, TimeUnit unit, ZoneId zone, DayOfWeek firstDay) {
    if (unit == TimeUnit.MILLISECOND) {
      try {
        return Math.subtractExact(Dates.millis(to), Dates.millis(from));
      } catch (ArithmeticException e) {
        throw new MongoException(5166308, "dateDiff overflowed", e);
      }
    }
    ZonedDateTime start = Dates.in(zone, from);
    ZonedDateTime end = Dates.in(zone, to);
    return switch (unit.base()) {
      case MONTHS -> bin(months(end), unit) - bin(months(start), unit);
      case DAYS -> bin(days(end, unit, firstDay), unit) - bin(days(start, unit, firstDay), unit);
      default -> seconds(start, end, unit.length() / TimeUnit.SECOND.length());
    };
  }

  private static long bin(long value, TimeUnit unit) {
    return Math.floorDiv(value, (long) unit.length());
  }

  private static long months(ZonedDateTime date) {
    return date.getYear() * 12L + date.getMonthValue() - 1;
  }

  /** Days since a start of week. */
  private static long days(ZonedDateTime date, TimeUnit unit, DayOfWeek firstDay) {
    LocalDate day = date.toLocalDate();
    return unit == TimeUnit.WEEK
        ? ChronoUnit.DAYS.between(Week.zero(firstDay), day)
        : day.toEpochDay();
  }

  /** Hours and minutes by local time; a change of the offset does not count. */
  private static long seconds(ZonedDateTime start, ZonedDateTime end, int length) {
    long shown = Math.floorDiv(shown(end), length) - Math.floorDiv(shown(start), length);
    int shift = start.getOffset().getTotalSeconds() - end.getOffset().getTotalSeconds();
    return shown + shift / length;
  }

  private static long shown(ZonedDateTime date) {
    return date.toEpochSecond() + date.getOffset().getTotalSeconds();
  }
}
