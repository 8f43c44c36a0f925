package dev.mayfly.mongo.expression;

import static java.util.Map.entry;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.temporal.ChronoField;
import java.util.Map;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

public final class DateOperators {
  public static final Map<String, Operator> ALL =
      Map.ofEntries(
          entry("$dateAdd", DateAddition.times(1)),
          entry("$dateDiff", DateDiff::parse),
          entry("$dateFromParts", DateFromParts::parse),
          entry("$dateFromString", DateFromString::parse),
          entry("$dateSubtract", DateAddition.times(-1)),
          entry("$dateToParts", DateToParts::parse),
          entry("$dateToString", DateToString::parse),
          entry("$dateTrunc", DateTrunc::parse),
          entry("$dayOfMonth", DatePart.field(ChronoField.DAY_OF_MONTH)),
          entry("$dayOfWeek", DatePart.of(date -> new BsonInt32(DatePart.dayOfWeek(date)))),
          entry("$dayOfYear", DatePart.field(ChronoField.DAY_OF_YEAR)),
          entry("$hour", DatePart.field(ChronoField.HOUR_OF_DAY)),
          entry("$isoDayOfWeek", DatePart.field(ChronoField.DAY_OF_WEEK)),
          entry("$isoWeek", DatePart.of(date -> new BsonInt32(DatePart.isoWeek(date)))),
          entry("$isoWeekYear", DatePart.of(DatePart::isoWeekYearValue)),
          entry("$millisecond", DatePart.field(ChronoField.MILLI_OF_SECOND)),
          entry("$minute", DatePart.field(ChronoField.MINUTE_OF_HOUR)),
          entry("$month", DatePart.field(ChronoField.MONTH_OF_YEAR)),
          entry("$second", DatePart.field(ChronoField.SECOND_OF_MINUTE)),
          entry("$tsIncrement", Operators.unary(DateOperators::increment)),
          entry("$tsSecond", Operators.unary(DateOperators::second)),
          entry("$week", DatePart.of(date -> new BsonInt32(DatePart.week(date)))),
          entry("$year", DatePart.field(ChronoField.YEAR)));

  private DateOperators() {}

  private static BsonValue second(BsonValue value) {
    BsonTimestamp timestamp = timestamp(value, 5687301, "$tsSecond");
    return timestamp == null
        ? Values.NULL
        : new BsonInt64(Integer.toUnsignedLong(timestamp.getTime()));
  }

  private static BsonValue increment(BsonValue value) {
    BsonTimestamp timestamp = timestamp(value, 5687302, "$tsIncrement");
    return timestamp == null
        ? Values.NULL
        : new BsonInt64(Integer.toUnsignedLong(timestamp.getInc()));
  }

  private static BsonTimestamp timestamp(BsonValue value, int code, String name) {
    if (Values.isNullish(value)) {
      return null;
    }
    if (!value.isTimestamp()) {
      throw new MongoException(
          code, " Argument to " + name + " must be a timestamp, but is " + TypeNames.of(value));
    }
    return value.asTimestamp();
  }
}
