package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

final class Sqrt {
  private static final BsonValue ZERO = new BsonInt32(0);

  private Sqrt() {}

  static BsonValue of(BsonValue number) {
    if (Numbers.compare(number, ZERO) < 0 && !Numbers.isNaN(number)) {
      throw new MongoException(28714, "$sqrt's argument must be greater than or equal to 0");
    }
    if (number.isDecimal128()) {
      Decimal128 decimal = number.asDecimal128().getValue();
      return decimal.isFinite()
          ? Numbers.of(Decimals.of(Numbers.exact(decimal).sqrt(Decimals.DIGITS)))
          : number;
    }
    return Numbers.of(Math.sqrt(Numbers.toDouble(number)));
  }
}
