package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonValue;

/** {@code $divide}: a double, unless an operand is a decimal. */
final class Divide {
  private Divide() {}

  static BsonValue of(BsonValue first, BsonValue second) {
    if (Numbers.isNumber(first) && Numbers.isNumber(second)) {
      if (Arithmetic.isZero(second)) {
        throw new MongoException(ErrorCodes.BAD_VALUE, "can't $divide by zero");
      }
      return Arithmetic.divide(first, second);
    }
    if (Values.isNullish(first) || Values.isNullish(second)) {
      return Values.NULL;
    }
    throw new MongoException(
        ErrorCodes.TYPE_MISMATCH,
        "$divide only supports numeric types, not %s and %s"
            .formatted(TypeNames.of(first), TypeNames.of(second)));
  }
}
