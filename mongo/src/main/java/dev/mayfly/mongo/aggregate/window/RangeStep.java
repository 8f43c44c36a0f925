package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.Variables;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Adds an amount to a number, or a number of time units to a date. */
public final class RangeStep {
  private final Expression later;

  /**
   * @param unit null for numbers
   */
  public RangeStep(String unit) {
    BsonDocument start = new BsonDocument("startDate", new BsonString("$$start"));
    this.later =
        unit == null
            ? null
            : ExpressionParser.parse(
                new BsonDocument(
                    "$dateAdd",
                    start
                        .append("unit", new BsonDocument("$literal", new BsonString(unit)))
                        .append("amount", new BsonString("$$amount"))),
                Expressions.PLAIN.with(Set.of("start", "amount")));
  }

  public boolean isOfDates() {
    return later != null;
  }

  public BsonValue add(BsonValue start, BsonValue amount) {
    return later == null
        ? Arithmetic.add(start, amount)
        : later.evaluate(Variables.at(0).with("start", start).with("amount", amount));
  }
}
