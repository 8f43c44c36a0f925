package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.Percentiles;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonDouble;
import org.bson.BsonValue;

/** {@code $percentile} and {@code $median} of a number or an array of numbers. */
public record Percentile(Expression input, double[] shares, boolean single) implements Expression {
  private static final double[] HALF = {0.5};

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments = arguments(7429703, name, argument, context, "input", "p", "method");
    Expression input = input(name, arguments);
    if (!arguments.has("p")) {
      throw missing(name, "p");
    }
    double[] shares = shares(arguments.raw("p"), arguments.optional("p"));
    checkMethod(name, arguments.raw("method"));
    return new Percentile(input, shares, false);
  }

  static Expression parseMedian(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments = arguments(7436100, name, argument, context, "input", "method");
    Expression input = input(name, arguments);
    checkMethod(name, arguments.raw("method"));
    return new Percentile(input, HALF, true);
  }

  private static NamedArguments arguments(
      int code, String name, BsonValue argument, ParseContext context, String... names) {
    return NamedArguments.of(
        argument,
        context,
        NamedArguments.failure(
            code, "specification must be an object; found " + BsonText.field(name, argument)),
        NamedArguments.failure(
            ErrorCodes.IDL_UNKNOWN_FIELD, "BSON field '" + name + ".%s' is an unknown field."),
        names);
  }

  private static Expression input(String name, NamedArguments arguments) {
    if (!arguments.has("input")) {
      throw missing(name, "input");
    }
    return arguments.optional("input");
  }

  private static MongoException missing(String name, String field) {
    return new MongoException(
        ErrorCodes.IDL_FAILED_TO_PARSE,
        "BSON field '%s.%s' is missing but a required field".formatted(name, field));
  }

  /** Accepts the method "approximate" only; results are exact. */
  public static void checkMethod(String name, BsonValue method) {
    if (method == null) {
      throw missing(name, "method");
    }
    if (!method.isString() || !method.asString().getValue().equals("approximate")) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "Currently only 'approximate' can be used as percentile 'method'.");
    }
  }

  /**
   * Parses {@code p}: an array of numbers from 0 to 1.
   *
   * @param p the raw argument
   */
  public static double[] shares(BsonValue p, Expression parsed) {
    BsonValue constant = parsed.constant();
    if (constant == null) {
      throw new MongoException(
          7750300,
          "The $percentile 'p' field must be an array of constant values, but found value: "
              + BsonText.of(p)
              + ".");
    }
    if (!constant.isArray() || constant.asArray().isEmpty()) {
      throw noShare(7750301, constant);
    }
    double[] shares = new double[constant.asArray().size()];
    for (int i = 0; i < shares.length; i++) {
      BsonValue share = constant.asArray().get(i);
      if (!Numbers.isNumber(share)) {
        throw noShare(7750302, share);
      }
      shares[i] = Numbers.toDouble(share);
      if (!(shares[i] >= 0 && shares[i] <= 1)) {
        throw noShare(7750303, share);
      }
    }
    return shares;
  }

  private static MongoException noShare(int code, BsonValue found) {
    return new MongoException(
        code,
        "The $percentile 'p' field must be an array of numbers from [0.0, 1.0], but found: "
            + BsonText.of(found));
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    double[] numbers = numbers(input.evaluate(variables));
    if (single) {
      return value(numbers, shares[0]);
    }
    BsonArray values = new BsonArray(shares.length);
    for (double share : shares) {
      values.add(value(numbers, share));
    }
    return values;
  }

  private static BsonValue value(double[] numbers, double share) {
    return numbers.length == 0 ? Values.NULL : new BsonDouble(Percentiles.of(numbers, share));
  }

  private static double[] numbers(BsonValue value) {
    if (value == null || !value.isArray()) {
      return Numbers.isNumber(value) ? new double[] {Numbers.toDouble(value)} : new double[0];
    }
    double[] numbers =
        value.asArray().stream().filter(Numbers::isNumber).mapToDouble(Numbers::toDouble).toArray();
    Arrays.sort(numbers);
    return numbers;
  }
}
