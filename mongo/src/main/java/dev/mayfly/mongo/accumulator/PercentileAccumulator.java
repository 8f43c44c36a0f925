package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.Percentiles;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.NamedArguments;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Percentile;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $percentile} and {@code $median} of the numeric values. */
final class PercentileAccumulator implements Accumulator {
  private static final int NOT_AN_OBJECT = 7429703;
  private static final int MEDIAN_NOT_AN_OBJECT = 7436100;
  private static final double[] HALF = {0.5};

  private final double[] shares;
  private final boolean isMedian;
  private final MemoryUse memory;
  private double[] numbers = new double[4];
  private int count;

  private PercentileAccumulator(double[] shares, boolean isMedian, MemoryUse memory) {
    this.shares = shares;
    this.isMedian = isMedian;
    this.memory = memory;
  }

  static AccumulationStatement parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        arguments(name, argument, context, NOT_AN_OBJECT, "input", "p", "method");
    Expression input = input(name, arguments);
    if (arguments.raw("p") == null) {
      throw missing(name, "p");
    }
    Percentile.checkMethod(name, arguments.raw("method"));
    double[] shares = Percentile.shares(arguments.raw("p"), arguments.optional("p"));
    return new AccumulationStatement(
        name,
        input,
        arguments.raw("input"),
        (variables, memory) -> new PercentileAccumulator(shares, false, memory));
  }

  static AccumulationStatement parseMedian(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        arguments(name, argument, context, MEDIAN_NOT_AN_OBJECT, "input", "method");
    Expression input = input(name, arguments);
    Percentile.checkMethod(name, arguments.raw("method"));
    return new AccumulationStatement(
        name,
        input,
        arguments.raw("input"),
        (variables, memory) -> new PercentileAccumulator(HALF, true, memory));
  }

  private static NamedArguments arguments(
      String name, BsonValue argument, ParseContext context, int code, String... names) {
    return NamedArguments.of(
        argument,
        context,
        NamedArguments.failure(code, "specification must be an object; found " + name + ": %s"),
        NamedArguments.failure(
            ErrorCodes.IDL_UNKNOWN_FIELD, "BSON field '" + name + ".%s' is an unknown field."),
        names);
  }

  private static Expression input(String name, NamedArguments arguments) {
    return arguments.required(
        "input", ErrorCodes.IDL_FAILED_TO_PARSE, missing(name, "input").getMessage());
  }

  private static MongoException missing(String name, String field) {
    return FieldErrors.missing(name + "." + field);
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
      // Sorting copies the numbers once.
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

  @Override
  public BsonValue state() {
    ByteBuffer bytes = ByteBuffer.allocate(count * Double.BYTES);
    for (int i = 0; i < count; i++) {
      bytes.putDouble(numbers[i]);
    }
    return new BsonBinary(bytes.array());
  }

  @Override
  public void restore(BsonValue state) {
    ByteBuffer bytes = ByteBuffer.wrap(state.asBinary().getData());
    while (bytes.hasRemaining()) {
      addDouble(bytes.getDouble());
    }
  }
}
