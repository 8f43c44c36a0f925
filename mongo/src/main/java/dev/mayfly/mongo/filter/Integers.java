package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;
import static dev.mayfly.mongo.error.ErrorCodes.FAILED_TO_PARSE;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonValue;

/** Operands that must be integral. */
final class Integers {
  private Integers() {}

  /** The integral operand of an operator. */
  static long of(String name, BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw failed(name, value, "Expected a number in: ");
    }
    Long number = Numbers.exactLong(value);
    if (number != null) {
      return number;
    }
    double approximately = Numbers.toDouble(value);
    boolean whole = !Double.isNaN(approximately) && approximately == Math.rint(approximately);
    throw failed(
        name, value, whole ? "Cannot represent as a 64-bit integer: " : "Expected an integer: ");
  }

  static long nonNegative(String name, BsonValue value) {
    long number = of(name, value);
    if (number < 0) {
      throw failed(name, value, "Expected a non-negative number in: ");
    }
    return number;
  }

  private static MongoException failed(String name, BsonValue value, String problem) {
    return new MongoException(
        name.equals("$size") ? BAD_VALUE : FAILED_TO_PARSE,
        (name.equals("$size") ? "Failed to parse $size. " : "")
            + problem
            + BsonText.field(name, value));
  }
}
