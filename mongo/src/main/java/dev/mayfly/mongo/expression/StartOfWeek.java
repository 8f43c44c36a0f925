package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.DayOfWeek;
import java.util.Locale;
import org.bson.BsonValue;

/** The first day of the week, by its full or abbreviated name. */
final class StartOfWeek {
  private StartOfWeek() {}

  static DayOfWeek of(BsonValue value, String operator) {
    if (!value.isString()) {
      throw new MongoException(
          5439015,
          operator + " requires 'startOfWeek' to be a string, but got " + TypeNames.of(value));
    }
    String name = value.asString().getValue().toUpperCase(Locale.ROOT);
    for (DayOfWeek day : DayOfWeek.values()) {
      if (day.name().equals(name) || day.name().substring(0, 3).equals(name)) {
        return day;
      }
    }
    throw new MongoException(
        5439016,
        "%s parameter 'startOfWeek' value cannot be recognized as a day of a week: %s"
            .formatted(operator, value.asString().getValue()));
  }
}
