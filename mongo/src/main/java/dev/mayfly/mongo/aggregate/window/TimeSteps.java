package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Goes on by an amount: from a number by a number, from a date by so many units of time. */
public final class TimeSteps {
  private final Expression later;

  /**
   * @param unit null for numbers
   */
  public TimeSteps(String unit) {
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
                ParseContext.PLAIN.with(Set.of("start", "amount")));
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
