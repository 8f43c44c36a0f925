package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Arguments;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $expMovingAvg}: an average in which what is longer ago weighs less. */
final class MovingAverage {
  private MovingAverage() {}

  static WindowFunction parse(BsonValue argument, ParseContext context) {
    Arguments arguments =
        Arguments.of(
            argument,
            context,
            Arguments.failure(
                ErrorCodes.FAILED_TO_PARSE, "$expMovingAvg must have exactly two arguments"),
            Arguments.failure(
                ErrorCodes.FAILED_TO_PARSE, "Got unrecognized field in $expMovingAvg: %s"),
            "input",
            "N",
            "alpha");
    Expression input =
        arguments.required(
            "input", ErrorCodes.FAILED_TO_PARSE, "$expMovingAvg requires an 'input' field");
    double weight = weight(arguments.raw("N"), arguments.raw("alpha"));
    return partition -> averages(partition, input, weight);
  }

  private static double weight(BsonValue count, BsonValue alpha) {
    if ((count == null) == (alpha == null)) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "$expMovingAvg sub object must have exactly two fields: An 'input' field, and either an"
              + " 'N' field or an 'alpha' field");
    }
    if (count != null) {
      Long days = Numbers.isNumber(count) ? Numbers.exactLong(count) : null;
      if (days == null || days <= 0) {
        throw new MongoException(
            ErrorCodes.FAILED_TO_PARSE, "'N' field must be an integer greater than zero");
      }
      return 2.0 / (days + 1);
    }
    double weight = Numbers.isNumber(alpha) ? Numbers.toDouble(alpha) : 0;
    if (!(weight > 0 && weight < 1)) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "'alpha' must be between 0 and 1 (exclusive)");
    }
    return weight;
  }

  private static BsonValue[] averages(Partition partition, Expression input, double weight) {
    BsonValue[] values = new BsonValue[partition.size()];
    Double average = null;
    for (int i = 0; i < values.length; i++) {
      BsonValue value = partition.value(input, i);
      if (Numbers.isNumber(value)) {
        double number = Numbers.toDouble(value);
        average = average == null ? number : number * weight + average * (1 - weight);
      }
      values[i] = average == null ? BsonNull.VALUE : new BsonDouble(average);
    }
    return values;
  }
}
