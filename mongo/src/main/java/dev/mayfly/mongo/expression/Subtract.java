package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDateTime;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** {@code $subtract}: numbers, dates, or milliseconds from a date. */
final class Subtract {
  private Subtract() {}

  static BsonValue of(BsonValue first, BsonValue second) {
    if (Numbers.isNumber(first) && Numbers.isNumber(second)) {
      return Arithmetic.subtract(first, second);
    }
    if (Values.isNullish(first) || Values.isNullish(second)) {
      return Values.NULL;
    }
    if (first.isDateTime()) {
      return fromDate(first.asDateTime().getValue(), second);
    }
    throw mismatch(second, TypeNames.of(first));
  }

  private static BsonValue fromDate(long millis, BsonValue second) {
    try {
      if (second.isDateTime()) {
        return new BsonInt64(Math.subtractExact(millis, second.asDateTime().getValue()));
      }
      if (Numbers.isNumber(second)) {
        return new BsonDateTime(Math.subtractExact(millis, Truncated.toLong(second)));
      }
    } catch (ArithmeticException e) {
      throw new MongoException(ErrorCodes.OVERFLOW, "date overflow in $subtract", e);
    }
    throw mismatch(second, "Date");
  }

  private static MongoException mismatch(BsonValue second, String from) {
    return new MongoException(
        ErrorCodes.TYPE_MISMATCH, "can't $subtract " + TypeNames.of(second) + " from " + from);
  }
}
