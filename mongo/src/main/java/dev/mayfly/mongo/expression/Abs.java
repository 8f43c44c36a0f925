package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

final class Abs {
  private Abs() {}

  static BsonValue of(BsonValue number) {
    switch (number.getBsonType()) {
      case DOUBLE:
        return Numbers.of(Math.abs(number.asDouble().getValue()));
      case DECIMAL128:
        Decimal128 decimal = number.asDecimal128().getValue();
        return decimal.isNegative() ? Numbers.of(Decimals.negate(decimal)) : number;
      default:
        long value = Numbers.toLong(number);
        if (value == Long.MIN_VALUE) {
          throw new MongoException(28680, "can't take $abs of long long min");
        }
        return number.getBsonType() == BsonType.INT64
            ? new BsonInt64(Math.abs(value))
            : Numbers.integer(Math.abs(value));
    }
  }
}
