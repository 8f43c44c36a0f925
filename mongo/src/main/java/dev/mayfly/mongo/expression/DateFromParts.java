package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import org.bson.BsonValue;

/** {@code $dateFromParts}: parts out of range carry over. */
record DateFromParts(boolean isIso, Expression[] date, Expression[] time, Zone zone)
    implements Expression {
  private static final String[] CALENDAR = {"year", "month", "day"};
  private static final String[] ISO = {"isoWeekYear", "isoWeek", "isoDayOfWeek"};
  private static final String[] TIME = {"hour", "minute", "second", "millisecond"};
  private static final int PART_MIN = -32_768;
  private static final int PART_MAX = 32_767;
  private static final int YEAR_MAX = 9999;

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(40519, "$dateFromParts only supports an object as its argument"),
            NamedArguments.failure(40518, "Unrecognized argument to $dateFromParts: %s"),
            "year",
            "month",
            "day",
            "hour",
            "minute",
            "second",
            "millisecond",
            "isoWeekYear",
            "isoWeek",
            "isoDayOfWeek",
            "timezone");
    checkMix(arguments);
    boolean isIso = arguments.has("isoWeekYear");
    Expression[] date = parts(arguments, isIso ? ISO : CALENDAR);
    Expression[] time = parts(arguments, TIME);
    Expression timezone = arguments.optional("timezone");
    Expression parsed = new DateFromParts(isIso, date, time, new Zone(timezone));
    return Operators.folded(
        parsed, date[0], date[1], date[2], time[0], time[1], time[2], time[3], timezone);
  }

  private static Expression[] parts(NamedArguments arguments, String[] names) {
    Expression[] parts = new Expression[names.length];
    for (int i = 0; i < names.length; i++) {
      parts[i] = arguments.optional(names[i]);
    }
    return parts;
  }

  private static void checkMix(NamedArguments arguments) {
    boolean year = arguments.has("year");
    boolean isoYear = arguments.has("isoWeekYear");
    if (!year && !isoYear) {
      throw new MongoException(
          40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
    }
    if (year && (isoYear || arguments.has("isoWeek") || arguments.has("isoDayOfWeek"))) {
      throw new MongoException(
          40489, "$dateFromParts does not allow mixing natural dates with ISO dates");
    }
    if (isoYear && (arguments.has("month") || arguments.has("day"))) {
      throw new MongoException(
          40525, "$dateFromParts does not allow mixing ISO dates with natural dates");
    }
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    Long[] clock = new Long[TIME.length];
    for (int i = 0; i < clock.length; i++) {
      clock[i] = number(time[i], TIME[i], 0, i < 2, variables);
    }
    ZoneId in = zone.of(variables);
    String[] names = isIso ? ISO : CALENDAR;
    Long[] day = new Long[names.length];
    for (int i = 0; i < day.length; i++) {
      day[i] = number(date[i], names[i], 1, i > 0, variables);
    }
    if (in == null || hasNull(clock) || hasNull(day)) {
      return Values.NULL;
    }
    checkYear(names[0], day[0]);
    MongoException overflow = new MongoException(40516, "$dateFromParts overflowed");
    try {
      LocalDateTime local =
          start(day)
              .atStartOfDay()
              .plusHours(clock[0])
              .plusMinutes(clock[1])
              .plusSeconds(clock[2])
              .plus(clock[3], ChronoUnit.MILLIS);
      return Dates.at(local, in, overflow);
    } catch (DateTimeException | ArithmeticException e) {
      throw overflow;
    }
  }

  private static boolean hasNull(Long[] parts) {
    for (Long part : parts) {
      if (part == null) {
        return true;
      }
    }
    return false;
  }

  private LocalDate start(Long[] day) {
    if (isIso) {
      // January 4 is in week 1.
      return LocalDate.of(day[0].intValue(), 1, 4)
          .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 1)
          .with(DayOfWeek.MONDAY)
          .plusWeeks(day[1] - 1)
          .plusDays(day[2] - 1);
    }
    return LocalDate.of(day[0].intValue(), 1, 1).plusMonths(day[1] - 1).plusDays(day[2] - 1);
  }

  private void checkYear(String name, long year) {
    if (year < 1 || year > YEAR_MAX) {
      throw new MongoException(
          isIso ? 31095 : 40523,
          "'%s' must evaluate to an integer in the range 1 to 9999, found %d"
              .formatted(name, year));
    }
  }

  /** The part, or null if it is null or missing. */
  private static Long number(
      Expression part, String name, long whenAbsent, boolean bounded, Variables variables) {
    if (part == null) {
      return whenAbsent;
    }
    BsonValue value = part.evaluate(variables);
    if (Values.isNullish(value)) {
      return null;
    }
    Long exact = Numbers.isNumber(value) ? Numbers.exactLong(value) : null;
    if (exact == null) {
      throw new MongoException(
          40515,
          "'%s' must evaluate to an integer, found %s with value %s"
              .formatted(name, TypeNames.of(value), BsonText.of(value)));
    }
    if (bounded && (exact < PART_MIN || exact > PART_MAX)) {
      throw new MongoException(
          31034,
          "'%s' must evaluate to a value in the range [%d, %d]; value %d is not in range"
              .formatted(name, PART_MIN, PART_MAX, exact));
    }
    return exact;
  }
}
