package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulator;
import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.Sum;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $integral}, by the trapezoidal rule. */
final class Integral implements Accumulator {
  private final Long unitMillis;
  private final Sum area = new Sum();
  private BsonArray last;
  private boolean hasNaN;

  private Integral(Long unitMillis) {
    this.unitMillis = unitMillis;
  }

  static AccumulationStatement parse(BsonValue argument, SortPattern sortBy, ParseContext context) {
    RateArguments options = RateArguments.parse("$integral", argument, sortBy, context);
    BsonArray point = new BsonArray(List.of(options.time(), options.input()));
    return new AccumulationStatement(
        "$integral",
        ExpressionParser.parse(point, context),
        argument,
        (variables, memory) -> new Integral(options.unitMillis()));
  }

  @Override
  public void add(BsonValue value) {
    BsonArray point = value.asArray();
    check(point);
    if (Numbers.isNaN(point.get(0)) || Numbers.isNaN(point.get(1))) {
      hasNaN = true;
    } else if (last != null && !hasNaN) {
      area.add(trapezoid(point));
    }
    last = point;
  }

  private BsonValue trapezoid(BsonArray point) {
    BsonValue width = Arithmetic.subtract(number(point.get(0)), number(last.get(0)));
    BsonValue heights = Arithmetic.add(point.get(1), last.get(1));
    return Arithmetic.divide(Arithmetic.multiply(heights, width), new BsonDouble(2));
  }

  private static BsonValue number(BsonValue time) {
    return time instanceof BsonDateTime date ? new BsonInt64(date.getValue()) : time;
  }

  private void check(BsonArray point) {
    BsonValue time = point.get(0);
    if (!Numbers.isNumber(point.get(1)) || !Numbers.isNumber(time) && !time.isDateTime()) {
      throw new MongoException(
          5423900,
          "The input value of $integral window function must be a vector of 2 value, the first"
              + " value must be numeric or date type and the second must be numeric.");
    }
    if (unitMillis != null && !time.isDateTime()) {
      throw new MongoException(
          5423901, "$integral with 'unit' expects the sortBy field to be a Date");
    }
    if (unitMillis == null && time.isDateTime()) {
      throw new MongoException(
          5423902, "$integral (with no 'unit') expects the sortBy field to be numeric");
    }
  }

  @Override
  public BsonValue result() {
    if (last == null) {
      return BsonNull.VALUE;
    }
    if (hasNaN) {
      return new BsonDouble(Double.NaN);
    }
    return unitMillis == null
        ? area.value()
        : Arithmetic.divide(area.value(), new BsonInt64(unitMillis));
  }
}
