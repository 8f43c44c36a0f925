package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The arguments of {@code $derivative} and {@code $integral}.
 *
 * @param time the sort path, with its dollar sign
 * @param unitMillis null if sorted by numbers
 */
record RateArguments(BsonString time, BsonValue input, Long unitMillis) {
  private static final Map<String, Long> MILLIS =
      Map.of(
          "week", 604_800_000L,
          "day", 86_400_000L,
          "hour", 3_600_000L,
          "minute", 60_000L,
          "second", 1000L,
          "millisecond", 1L);

  static RateArguments parse(
      String name, BsonValue argument, SortPattern sortBy, ParseContext context) {
    if (sortBy == null) {
      throw bad(name + " requires a sortBy");
    }
    if (sortBy.size() != 1) {
      throw bad(name + " requires a non-compound sortBy");
    }
    if (!argument.isDocument()) {
      throw bad(
          "%s expects an object, but got a %s: %s: %s"
              .formatted(name, TypeNames.of(argument), name, BsonText.of(argument)));
    }
    BsonDocument options = argument.asDocument();
    for (String option : options.keySet()) {
      if (!option.equals("input") && !option.equals("unit")) {
        throw bad(name + " got unexpected argument: " + option);
      }
    }
    if (!options.containsKey("input")) {
      throw bad(name + " requires an 'input' expression");
    }
    return new RateArguments(
        new BsonString("$" + sortBy.fields().get(0).path()),
        options.get("input"),
        options.containsKey("unit") ? millis(options.get("unit")) : null);
  }

  private static Long millis(BsonValue unit) {
    if (!unit.isString()) {
      throw bad("unit' must be a string, but got " + TypeNames.of(unit));
    }
    String name = unit.asString().getValue();
    Long millis = MILLIS.get(name);
    if (millis == null) {
      // Units of variable length can't be converted.
      if (name.equals("year") || name.equals("quarter") || name.equals("month")) {
        throw new MongoException(5490710, "unit must be 'week' or smaller");
      }
      throw bad("unknown time unit value: " + name);
    }
    return millis;
  }

  private static MongoException bad(String text) {
    return new MongoException(ErrorCodes.FAILED_TO_PARSE, text);
  }
}
