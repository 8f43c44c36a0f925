package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.Percentiles;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Arguments;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.arithmetic.Percentile;
import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $percentile} and {@code $median} of what are numbers. */
final class PercentileOfNumbers implements Accumulator {
  private static final int NOT_AN_OBJECT = 7429703;
  private static final int MEDIAN_NOT_AN_OBJECT = 7436100;
  private static final double[] HALF = {0.5};

  private final double[] shares;
  private final boolean isMedian;
  private final MemoryUse memory;
  private double[] numbers = new double[4];
  private int count;

  private PercentileOfNumbers(double[] shares, boolean isMedian, MemoryUse memory) {
    this.shares = shares;
    this.isMedian = isMedian;
    this.memory = requireNonNull(memory, "memory");
  }

  static Accumulation parse(String name, BsonValue argument, ParseContext context) {
    Arguments arguments = arguments(name, argument, context, NOT_AN_OBJECT, "input", "p", "method");
    Expression input = input(name, arguments);
    if (arguments.raw("p") == null) {
      throw missing(name, "p");
    }
    Percentile.checkMethod(name, arguments.raw("method"));
    double[] shares = Percentile.shares(arguments.raw("p"), arguments.optional("p"));
    return new Accumulation(
        name,
        input,
        arguments.raw("input"),
        (variables, memory) -> new PercentileOfNumbers(shares, false, memory));
  }

  static Accumulation parseMedian(String name, BsonValue argument, ParseContext context) {
    Arguments arguments =
        arguments(name, argument, context, MEDIAN_NOT_AN_OBJECT, "input", "method");
    Expression input = input(name, arguments);
    Percentile.checkMethod(name, arguments.raw("method"));
    return new Accumulation(
        name,
        input,
        arguments.raw("input"),
        (variables, memory) -> new PercentileOfNumbers(HALF, true, memory));
  }

  private static Arguments arguments(
      String name, BsonValue argument, ParseContext context, int code, String... names) {
    return Arguments.of(
        argument,
        context,
        Arguments.failure(code, "specification must be an object; found " + name + ": %s"),
        Arguments.failure(
            ErrorCodes.IDL_UNKNOWN_FIELD, "BSON field '" + name + ".%s' is an unknown field."),
        names);
  }

  private static Expression input(String name, Arguments arguments) {
    return arguments.required(
        "input", ErrorCodes.IDL_FAILED_TO_PARSE, missing(name, "input").getMessage());
  }

  private static MongoException missing(String name, String field) {
    return new MongoException(
        ErrorCodes.IDL_FAILED_TO_PARSE,
        "BSON field '" + name + "." + field + "' is missing but a required field");
  }

  @Override
  public void add(BsonValue value) {
    if (Numbers.isNumber(value)) {
      addDouble(Numbers.toDouble(value));
    }
  }

  @Override
  public void addDouble(double value) {
    if (Double.isNaN(value)) {
      return;
    }
    if (count == numbers.length) {
      // The numbers are copied once more when they are sorted.
      memory.add(2L * count * Double.BYTES);
      numbers = Arrays.copyOf(numbers, count * 2);
    }
    numbers[count++] = value;
  }

  @Override
  public BsonValue result() {
    double[] sorted = Arrays.copyOf(numbers, count);
    Arrays.sort(sorted);
    if (isMedian) {
      return value(sorted, shares[0]);
    }
    BsonArray values = new BsonArray(shares.length);
    for (double share : shares) {
      values.add(value(sorted, share));
    }
    return values;
  }

  private static BsonValue value(double[] sorted, double share) {
    return sorted.length == 0 ? BsonNull.VALUE : new BsonDouble(Percentiles.of(sorted, share));
  }
}
