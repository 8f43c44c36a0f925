package dev.mayfly.mongo.expression;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import org.bson.BsonValue;

/** The {@code startOfWeek} argument; by default Sunday. */
record Week(Expression expression, String operator) {
  /** The reference date of bins. */
  static final LocalDate REFERENCE = LocalDate.of(2000, 1, 1);

  /** The value if the unit is week; null otherwise. */
  BsonValue value(BsonValue unit, Variables variables) {
    boolean counts =
        expression != null && unit.isString() && unit.asString().getValue().equals("week");
    return counts ? Values.orNull(expression.evaluate(variables)) : null;
  }

  DayOfWeek day(BsonValue value) {
    return value == null ? DayOfWeek.SUNDAY : StartOfWeek.of(value, operator);
  }

  /** The first start of a week since the reference date. */
  static LocalDate zero(DayOfWeek firstDay) {
    return REFERENCE.with(TemporalAdjusters.nextOrSame(firstDay));
  }
}
