package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.bson.BsonDateTime;
import org.bson.BsonValue;

/** {@code $dateTrunc}: the start of the bin of a date, counted from 2000. */
final class DateTrunc {
  private static final String NAME = "$dateTrunc";

  private DateTrunc() {}

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(5439007, "$dateTrunc only supports an object as its argument"),
            NamedArguments.failure(
                5439008,
                "Unrecognized argument to $dateTrunc: %s. Expected arguments are date, unit, "
                    + "and optionally, binSize, timezone, startOfWeek"),
            "date",
            "unit",
            "binSize",
            "timezone",
            "startOfWeek");
    Expression date = arguments.required("date", 5439009, "Missing 'date' parameter to $dateTrunc");
    Expression unit = arguments.required("unit", 5439010, "Missing 'unit' parameter to $dateTrunc");
    Expression binSize = arguments.optional("binSize");
    Week week = new Week(arguments.optional("startOfWeek"), NAME);
    Expression timezone = arguments.optional("timezone");
    Zone zone = new Zone(timezone);
    return Operators.folded(
        variables -> {
          BsonValue value = date.evaluate(variables);
          BsonValue in = unit.evaluate(variables);
          if (Values.isNullish(value) || Values.isNullish(in)) {
            return Values.NULL;
          }
          BsonValue size = binSize == null ? null : Values.orNull(binSize.evaluate(variables));
          BsonValue firstDay = week.value(in, variables);
          ZoneId zoneId = zone.of(variables);
          if (zoneId == null || isNull(size) || isNull(firstDay)) {
            return Values.NULL;
          }
          check(value);
          Bins bins =
              new Bins(
                  TimeUnit.of(in, NAME),
                  size == null ? 1 : binSize(size),
                  zoneId,
                  week.day(firstDay));
          return bins.startOf(value);
        },
        date,
        unit,
        binSize,
        timezone,
        week.expression());
  }

  private static boolean isNull(BsonValue value) {
    return value != null && Values.isNullish(value);
  }

  private static void check(BsonValue value) {
    if (!Dates.isDate(value)) {
      throw new MongoException(
          5439012, "$dateTrunc requires 'date' to be a date, but got " + TypeNames.of(value));
    }
  }

  private static long binSize(BsonValue value) {
    Long exact = Numbers.isNumber(value) ? Numbers.exactLong(value) : null;
    if (exact == null) {
      throw new MongoException(
          5439017,
          "$dateTrunc requires 'binSize' to be a 64-bit integer, but got value '%s' of type %s"
              .formatted(BsonText.of(value), TypeNames.of(value)));
    }
    if (exact <= 0) {
      throw new MongoException(
          5439018, "$dateTrunc requires 'binSize' to be greater than 0, but got value " + exact);
    }
    return exact;
  }

  /** Equal bins, aligned to the start of 2000 or its first week. */
  private record Bins(TimeUnit unit, long size, ZoneId zone, DayOfWeek firstDay) {
    BsonValue startOf(BsonValue date) {
      try {
        long length = Math.multiplyExact(size, (long) unit.length());
        if (unit.base() == ChronoUnit.MILLIS) {
          return startOfMillis(Dates.millis(date), length);
        }
        LocalDate zero = unit == TimeUnit.WEEK ? Week.zero(firstDay) : Week.REFERENCE;
        LocalDate day = Dates.in(zone, date).toLocalDate();
        LocalDate month = unit.base() == ChronoUnit.MONTHS ? day.withDayOfMonth(1) : day;
        long distance = unit.base().between(zero, month);
        LocalDate start =
            zero.plus(Math.subtractExact(distance, Math.floorMod(distance, length)), unit.base());
        return Dates.at(start.atStartOfDay(), zone, overflow());
      } catch (ArithmeticException | DateTimeException e) {
        throw overflow();
      }
    }

    private BsonValue startOfMillis(long millis, long length) {
      long zero = Week.REFERENCE.atStartOfDay(zone).toInstant().toEpochMilli();
      long distance = Math.subtractExact(millis, zero);
      return new BsonDateTime(Math.subtractExact(millis, Math.floorMod(distance, length)));
    }

    private static MongoException overflow() {
      return new MongoException(5439000, "dateTrunc overflowed");
    }
  }
}
