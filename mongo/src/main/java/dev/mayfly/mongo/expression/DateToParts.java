package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

final class DateToParts {
  private DateToParts() {}

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(40524, "$dateToParts only supports an object as its argument"),
            NamedArguments.failure(40520, "Unrecognized argument to $dateToParts: %s"),
            "date",
            "timezone",
            "iso8601");
    Expression date = arguments.required("date", 40522, "Missing 'date' parameter to $dateToParts");
    Expression timezone = arguments.optional("timezone");
    Expression iso = arguments.optional("iso8601");
    Zone zone = new Zone(timezone);
    return Operators.folded(
        variables -> {
          BsonValue value = date.evaluate(variables);
          ZoneId in = zone.of(variables);
          BsonValue flag = iso == null ? Values.of(false) : iso.evaluate(variables);
          if (in == null || Values.isNullish(flag)) {
            return Values.NULL;
          }
          if (!flag.isBoolean()) {
            throw new MongoException(
                40521, "iso8601 must evaluate to a bool, found " + TypeNames.of(flag));
          }
          return Values.isNullish(value)
              ? Values.NULL
              : parts(Dates.in(in, value), flag.asBoolean().getValue());
        },
        date,
        timezone,
        iso);
  }

  private static BsonValue parts(ZonedDateTime date, boolean iso) {
    BsonDocument parts = new BsonDocument();
    if (iso) {
      put(parts, "isoWeekYear", DatePart.isoWeekYear(date));
      put(parts, "isoWeek", DatePart.isoWeek(date));
      put(parts, "isoDayOfWeek", date.getDayOfWeek().getValue());
    } else {
      put(parts, "year", date.getYear());
      put(parts, "month", date.getMonthValue());
      put(parts, "day", date.getDayOfMonth());
    }
    put(parts, "hour", date.getHour());
    put(parts, "minute", date.getMinute());
    put(parts, "second", date.getSecond());
    put(parts, "millisecond", date.get(ChronoField.MILLI_OF_SECOND));
    return parts;
  }

  private static void put(BsonDocument parts, String name, int value) {
    parts.put(name, new BsonInt32(value));
  }
}
