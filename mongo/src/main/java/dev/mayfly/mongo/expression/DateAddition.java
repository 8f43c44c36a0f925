package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.bson.BsonDateTime;
import org.bson.BsonValue;

/** {@code $dateAdd} and {@code $dateSubtract}. */
final class DateAddition {
  /** Beyond the range of dates, and safe to multiply by the length of a unit. */
  private static final double MILLIS_MAX = 0x1p64;

  private static final double DAY_MILLIS = 86_400_000;
  private static final double MONTH_DAYS = 30;

  private DateAddition() {}

  static Operator times(int sign) {
    return (name, argument, context) -> {
      NamedArguments arguments =
          NamedArguments.of(
              argument,
              context,
              NamedArguments.failure(5166400, name + " expects an object as its argument"),
              NamedArguments.failure(
                  5166401,
                  "Unrecognized argument to "
                      + name
                      + ": %s. Expected arguments are startDate, unit, amount, "
                      + "and optionally timezone."),
              "startDate",
              "unit",
              "amount",
              "timezone");
      String missing = name + " requires startDate, unit, and amount to be present";
      Expression start = arguments.required("startDate", 5166402, missing);
      Expression unit = arguments.required("unit", 5166402, missing);
      Expression amount = arguments.required("amount", 5166402, missing);
      Expression timezone = arguments.optional("timezone");
      Zone zone = new Zone(timezone);
      return Operators.folded(
          variables -> {
            BsonValue date = start.evaluate(variables);
            BsonValue in = unit.evaluate(variables);
            BsonValue by = amount.evaluate(variables);
            if (Values.isNullish(date) || Values.isNullish(in) || Values.isNullish(by)) {
              return Values.NULL;
            }
            ZoneId zoneId = zone.of(variables);
            if (zoneId == null) {
              return Values.NULL;
            }
            checkDate(name, date);
            TimeUnit timeUnit = unit(name, in);
            return moved(date, timeUnit, amount(name, by, sign), zoneId);
          },
          start,
          unit,
          amount,
          timezone);
    };
  }

  private static void checkDate(String name, BsonValue date) {
    if (!Dates.isDate(date)) {
      throw new MongoException(5166403, name + " requires startDate to be convertible to a date");
    }
  }

  private static TimeUnit unit(String name, BsonValue value) {
    if (!value.isString()) {
      throw new MongoException(5166404, name + " expects string defining the time unit");
    }
    TimeUnit unit = TimeUnit.named(value.asString().getValue());
    if (unit == null) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "unknown time unit value: " + value.asString().getValue());
    }
    return unit;
  }

  private static long amount(String name, BsonValue value, int sign) {
    Long exact = Numbers.isNumber(value) ? Numbers.exactLong(value) : null;
    if (exact == null) {
      throw new MongoException(5166405, name + " expects integer amount of time units");
    }
    if (sign < 0 && exact == Long.MIN_VALUE) {
      throw new MongoException(6045000, "invalid $dateSubtract 'amount' parameter value: " + exact);
    }
    return sign * exact;
  }

  /** Days and longer units keep the local time of the zone; shorter ones are exact. */
  private static BsonValue moved(BsonValue date, TimeUnit unit, long amount, ZoneId zone) {
    checkAmount(unit, amount);
    MongoException overflow = new MongoException(5166406, "dateAdd overflowed");
    try {
      long steps = Math.multiplyExact(amount, (long) unit.length());
      if (unit.base() == ChronoUnit.MILLIS) {
        return new BsonDateTime(Math.addExact(Dates.millis(date), steps));
      }
      return Dates.at(
          Dates.in(zone, date).toLocalDateTime().plus(steps, unit.base()), zone, overflow);
    } catch (ArithmeticException | DateTimeException e) {
      throw overflow;
    }
  }

  private static void checkAmount(TimeUnit unit, long amount) {
    double baseMillis =
        switch (unit.base()) {
          case MONTHS -> MONTH_DAYS * DAY_MILLIS;
          case DAYS -> DAY_MILLIS;
          default -> 1;
        };
    if (unit != TimeUnit.MILLISECOND
        && Math.abs((double) amount) * unit.length() * baseMillis > MILLIS_MAX) {
      throw new MongoException(
          5976500,
          "invalid dateAdd 'amount' parameter value: %d %s".formatted(amount, unit.shown()));
    }
  }
}
