package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.bson.BsonValue;

/** The units of date operators. */
enum TimeUnit {
  YEAR(ChronoUnit.MONTHS, 12),
  QUARTER(ChronoUnit.MONTHS, 3),
  MONTH(ChronoUnit.MONTHS, 1),
  WEEK(ChronoUnit.DAYS, 7),
  DAY(ChronoUnit.DAYS, 1),
  HOUR(ChronoUnit.MILLIS, 3_600_000),
  MINUTE(ChronoUnit.MILLIS, 60_000),
  SECOND(ChronoUnit.MILLIS, 1000),
  MILLISECOND(ChronoUnit.MILLIS, 1);

  private final ChronoUnit base;
  private final int length;

  TimeUnit(ChronoUnit base, int length) {
    this.base = base;
    this.length = length;
  }

  /** The base unit: months, days or milliseconds. */
  ChronoUnit base() {
    return base;
  }

  /** The length in base units. */
  int length() {
    return length;
  }

  String shown() {
    return name().toLowerCase(Locale.ROOT);
  }

  static TimeUnit named(String name) {
    for (TimeUnit unit : values()) {
      if (unit.shown().equals(name)) {
        return unit;
      }
    }
    return null;
  }

  static TimeUnit of(BsonValue value, String operator) {
    if (!value.isString()) {
      throw new MongoException(
          5439013, operator + " requires 'unit' to be a string, but got " + TypeNames.of(value));
    }
    TimeUnit unit = named(value.asString().getValue());
    if (unit == null) {
      throw new MongoException(
          5439014,
          "%s parameter 'unit' value cannot be recognized as a time unit: %s"
              .formatted(operator, value.asString().getValue()));
    }
    return unit;
  }
}
