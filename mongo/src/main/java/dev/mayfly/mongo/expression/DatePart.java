package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** {@code $year} and the like, of a date or {@code {date: .., timezone: ..}}. */
final class DatePart {
  private DatePart() {}

  static Operator of(Function<ZonedDateTime, BsonValue> part) {
    return (name, argument, context) -> {
      BsonDocument options = options(argument);
      Expression date =
          options == null ? single(name, argument, context) : date(name, options, context);
      Expression timezone = options == null ? null : parsed(options.get("timezone"), context);
      Zone zone = new Zone(timezone);
      return Operators.folded(
          variables -> {
            BsonValue value = date.evaluate(variables);
            if (Values.isNullish(value)) {
              return Values.NULL;
            }
            ZoneId in = zone.of(variables);
            return in == null ? Values.NULL : part.apply(Dates.in(in, value));
          },
          date,
          timezone);
    };
  }

  /** The argument if it is an options document; null if it is the date. */
  private static BsonDocument options(BsonValue argument) {
    if (!argument.isDocument()) {
      return null;
    }
    BsonDocument document = argument.asDocument();
    return document.isEmpty() || !document.getFirstKey().startsWith("$") ? document : null;
  }

  private static Expression single(String name, BsonValue argument, ParseContext context) {
    if (argument.isArray() && argument.asArray().size() != 1) {
      throw new MongoException(
          40536,
          "%s accepts exactly one argument if given an array, but was given %d"
              .formatted(name, argument.asArray().size()));
    }
    return Operators.operands(argument, context)[0];
  }

  private static Expression date(String name, BsonDocument options, ParseContext context) {
    for (Map.Entry<String, BsonValue> option : options.entrySet()) {
      if (!option.getKey().equals("date") && !option.getKey().equals("timezone")) {
        throw new MongoException(
            40535, "unrecognized option to %s: \"%s\"".formatted(name, option.getKey()));
      }
    }
    if (!options.containsKey("date")) {
      throw new MongoException(
          40539,
          "missing 'date' argument to %s, provided: %s: %s"
              .formatted(name, name, BsonText.of(options)));
    }
    return parsed(options.get("date"), context);
  }

  private static Expression parsed(BsonValue value, ParseContext context) {
    return value == null ? null : ExpressionParser.parse(value, context.deeper());
  }

  static Operator field(ChronoField field) {
    return of(date -> new BsonInt32(date.get(field)));
  }

  /** 1 for Sunday. */
  static int dayOfWeek(ZonedDateTime date) {
    return date.getDayOfWeek().getValue() % 7 + 1;
  }

  /** The week of the year, starting on Sundays; 0 before the first one. */
  static int week(ZonedDateTime date) {
    return (date.getDayOfYear() - dayOfWeek(date) + 7) / 7;
  }

  static int isoWeek(ZonedDateTime date) {
    return date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
  }

  static int isoWeekYear(ZonedDateTime date) {
    return date.get(IsoFields.WEEK_BASED_YEAR);
  }

  static BsonValue isoWeekYearValue(ZonedDateTime date) {
    return new BsonInt64(isoWeekYear(date));
  }
}
