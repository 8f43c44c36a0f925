package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.NamedArguments;
import dev.mayfly.mongo.expression.ParseContext;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** {@code $expMovingAvg}: the exponential moving average. */
final class ExpMovingAverage {
  private static final Decimal128 ONE = new Decimal128(1);

  private ExpMovingAverage() {}

  static WindowFunction parse(BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(
                ErrorCodes.FAILED_TO_PARSE, "$expMovingAvg must have exactly two arguments"),
            NamedArguments.failure(
                ErrorCodes.FAILED_TO_PARSE, "Got unrecognized field in $expMovingAvg: %s"),
            "input",
            "N",
            "alpha");
    Expression input =
        arguments.required(
            "input", ErrorCodes.FAILED_TO_PARSE, "$expMovingAvg requires an 'input' field");
    Decimal128 weight = weight(arguments.raw("N"), arguments.raw("alpha"));
    return partition -> averages(partition, input, weight);
  }

  private static Decimal128 weight(BsonValue count, BsonValue alpha) {
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
      return Decimals.divide(new Decimal128(2), Decimals.add(new Decimal128(days), ONE));
    }
    double size = Numbers.isNumber(alpha) ? Numbers.toDouble(alpha) : 0;
    if (!(size > 0 && size < 1)) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "'alpha' must be between 0 and 1 (exclusive)");
    }
    return Numbers.toDecimal(alpha);
  }

  /** Computed in decimals for precision; returned as doubles until a decimal is seen. */
  private static BsonValue[] averages(Partition partition, Expression input, Decimal128 weight) {
    BsonValue[] values = new BsonValue[partition.size()];
    Decimal128 rest = Decimals.subtract(ONE, weight);
    Decimal128 average = null;
    boolean isDecimal = false;
    for (int i = 0; i < values.length; i++) {
      BsonValue value = partition.value(input, i);
      if (Numbers.isNumber(value)) {
        isDecimal |= value.isDecimal128();
        Decimal128 number = Numbers.toDecimal(value);
        average =
            average == null
                ? number
                : Decimals.add(Decimals.multiply(number, weight), Decimals.multiply(average, rest));
      }
      values[i] = average == null ? BsonNull.VALUE : rounded(average, isDecimal);
    }
    return values;
  }

  private static BsonValue rounded(Decimal128 average, boolean isDecimal) {
    BsonValue exact = Numbers.of(average);
    return isDecimal ? exact : new BsonDouble(Numbers.toDouble(exact));
  }
}
