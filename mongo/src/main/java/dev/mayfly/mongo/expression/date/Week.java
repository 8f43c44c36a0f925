package dev.mayfly.mongo.expression.date;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import org.bson.BsonValue;

/** On which day weeks begin: what {@code startOfWeek} says, Sunday if it says nothing. */
record Week(Expression expression, String operator) {
  /** Where counting begins. */
  static final LocalDate REFERENCE = LocalDate.of(2000, 1, 1);

  /** The value, which counts only if dates are counted in weeks; null if it does not. */
  BsonValue value(BsonValue unit, Variables variables) {
    boolean counts =
        expression != null && unit.isString() && unit.asString().getValue().equals("week");
    return counts ? Values.orNull(expression.evaluate(variables)) : null;
  }

  DayOfWeek day(BsonValue value) {
    return value == null ? DayOfWeek.SUNDAY : StartOfWeek.of(value, operator);
  }

  /** The first day since the reference on which a week begins. */
  static LocalDate zero(DayOfWeek firstDay) {
    return REFERENCE.with(TemporalAdjusters.nextOrSame(firstDay));
  }
}
