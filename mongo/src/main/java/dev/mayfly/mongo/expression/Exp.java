package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.DecimalMath;
import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

final class Exp {
  private static final double POWER_MAX = 14_500;

  private Exp() {}

  static BsonValue of(BsonValue number) {
    double power = Numbers.toDouble(number);
    if (!number.isDecimal128()) {
      return Numbers.of(Math.exp(power));
    }
    if (Double.isNaN(power)) {
      return Numbers.of(Decimal128.NaN);
    }
    if (Math.abs(power) > POWER_MAX) {
      return Numbers.of(power < 0 ? Decimal128.POSITIVE_ZERO : Decimal128.POSITIVE_INFINITY);
    }
    return Numbers.of(
        Decimals.of(DecimalMath.exp(Numbers.exact(number.asDecimal128().getValue()))));
  }
}
