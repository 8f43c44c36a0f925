package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Expressions;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code $derivative}: the rate of change between the first and last document of a window. */
final class Derivative implements WindowFunction {
  /** Subtraction, as in {@code $subtract}. */
  private static final Expression DIFFERENCE =
      ExpressionParser.parse(
          new BsonDocument(
              "$subtract",
              new BsonArray(List.of(new BsonString("$$last"), new BsonString("$$first")))),
          Expressions.PLAIN.with(Set.of("first", "last")));

  private final Expression time;
  private final Expression input;
  private final Long unitMillis;
  private final Window window;

  private Derivative(RateArguments options, Window window, ParseContext context) {
    this.time = ExpressionParser.parse(options.time(), context);
    this.input = ExpressionParser.parse(options.input(), context);
    this.unitMillis = options.unitMillis();
    this.window = window;
  }

  static WindowFunction parse(
      BsonDocument options, SortPattern sortBy, Window window, ParseContext context) {
    RateArguments parsed =
        RateArguments.parse("$derivative", options.get("$derivative"), sortBy, context);
    if (!options.containsKey("window")) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "$derivative requires explicit window bounds");
    }
    return new Derivative(parsed, window, context);
  }

  @Override
  public BsonValue[] over(Partition partition) {
    BsonValue[] results = new BsonValue[partition.size()];
    for (int i = 0; i < results.length; i++) {
      partition.steps().next();
      int from = window.from(partition, i);
      int to = window.to(partition, i);
      results[i] = from < to ? between(partition, from, to - 1) : BsonNull.VALUE;
    }
    return results;
  }

  private BsonValue between(Partition partition, int first, int last) {
    BsonValue start = partition.value(time, first);
    BsonValue end = partition.value(time, last);
    check(start);
    check(end);
    BsonValue run = difference(partition, start, end);
    BsonValue rise =
        difference(partition, partition.value(input, first), partition.value(input, last));
    if (rise.isNull()) {
      throw new MongoException(5624903, "$derivative input must not be null or missing");
    }
    if (Arithmetic.isZero(run)) {
      return BsonNull.VALUE;
    }
    BsonValue slope = Arithmetic.divide(rise, run);
    return unitMillis == null ? slope : Arithmetic.multiply(slope, new BsonInt64(unitMillis));
  }

  private static BsonValue difference(Partition partition, BsonValue first, BsonValue last) {
    return DIFFERENCE.evaluate(partition.variables().with("first", first).with("last", last));
  }

  private void check(BsonValue moment) {
    boolean isDate = moment != null && moment.isDateTime();
    if (unitMillis != null && !isDate) {
      throw new MongoException(
          5624900, "$derivative with 'unit' expects the sortBy field to be a Date");
    }
    if (unitMillis == null && isDate) {
      throw new MongoException(
          5624901, "$derivative where the sortBy is a Date requires an 'unit'");
    }
    if (unitMillis == null && !Numbers.isNumber(moment)) {
      throw new MongoException(
          5624902, "$derivative (with no 'unit') expects the sortBy field to be numeric");
    }
  }
}
