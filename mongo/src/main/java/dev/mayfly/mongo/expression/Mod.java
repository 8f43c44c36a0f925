package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonInt32;
import org.bson.BsonType;
import org.bson.BsonValue;

final class Mod {
  private Mod() {}

  static BsonValue of(BsonValue first, BsonValue second) {
    if (Numbers.isNumber(first) && Numbers.isNumber(second)) {
      if (Arithmetic.isZero(second)) {
        boolean decimal = Arithmetic.wider(first, second) == BsonType.DECIMAL128;
        throw new MongoException(decimal ? 5733415 : 16610, "can't $mod by zero");
      }
      return Arithmetic.remainder(first, narrowed(first, second));
    }
    if (Values.isNullish(first) || Values.isNullish(second)) {
      return Values.NULL;
    }
    throw new MongoException(
        16611,
        "$mod only supports numeric types, not %s and %s"
            .formatted(TypeNames.of(first), TypeNames.of(second)));
  }

  /** The result is integral if the other operand is an integral double. */
  private static BsonValue narrowed(BsonValue first, BsonValue second) {
    if (Numbers.isInteger(first) && second.isDouble()) {
      Integer exact = Numbers.exactInt(second);
      return exact == null ? second : new BsonInt32(exact);
    }
    return second;
  }
}
