package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** {@code $round}, {@code $trunc}, {@code $ceil} and {@code $floor}. */
final class Rounding {
  private static final int PLACES_MIN = -20;
  private static final int PLACES_MAX = 100;

  private Rounding() {}

  static Operator toPlaces(RoundingMode mode) {
    return (name, argument, context) -> {
      Expression[] operands = Operators.between(1, 2, name, argument, context);
      return Operators.folded(
          variables -> {
            BsonValue number = operands[0].evaluate(variables);
            if (operands.length == 1) {
              return rounded(name, number, 0, mode);
            }
            BsonValue places = operands[1].evaluate(variables);
            if (Values.isNullish(number) || Values.isNullish(places)) {
              return Values.NULL;
            }
            return rounded(name, number, places(name, places), mode);
          },
          operands);
    };
  }

  private static int places(String name, BsonValue places) {
    Integer exact = Numbers.exactInt(places);
    if (exact == null) {
      throw new MongoException(
          51082, "precision argument to  " + name + " must be a integral value");
    }
    if (exact < PLACES_MIN || exact > PLACES_MAX) {
      throw new MongoException(
          51083,
          "cannot apply %s with precision value %d value must be in [-20, 100]"
              .formatted(name, exact));
    }
    return exact;
  }

  private static BsonValue rounded(String name, BsonValue number, int places, RoundingMode mode) {
    if (Values.isNullish(number)) {
      return Values.NULL;
    }
    if (!Numbers.isNumber(number)) {
      throw new MongoException(
          51081, name + " only supports numeric types, not " + TypeNames.of(number));
    }
    return switch (number.getBsonType()) {
      case DOUBLE -> real(number.asDouble().getValue(), places, mode);
      case DECIMAL128 -> decimal(number, places, mode);
      default -> places >= 0 ? number : whole(name, number, places, mode);
    };
  }

  private static BsonValue real(double value, int places, RoundingMode mode) {
    if (!Double.isFinite(value)) {
      return new BsonDouble(value);
    }
    if (places == 0) {
      return new BsonDouble(mode == RoundingMode.HALF_EVEN ? Math.rint(value) : truncated(value));
    }
    BigDecimal digits = new BigDecimal(value, Decimals.DIGITS);
    double rounded = digits.setScale(places, mode).doubleValue();
    return new BsonDouble(Math.copySign(rounded, value));
  }

  private static double truncated(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  private static BsonValue decimal(BsonValue number, int places, RoundingMode mode) {
    Decimal128 decimal = number.asDecimal128().getValue();
    if (!decimal.isFinite()) {
      return number;
    }
    BigDecimal exact = Numbers.exact(decimal);
    int digitsThen = exact.precision() - exact.scale() + places;
    // Already exact at this precision.
    return digitsThen > Decimals.DIGITS.getPrecision()
        ? number
        : Numbers.of(Decimals.of(exact.setScale(places, mode)));
  }

  private static BsonValue whole(String name, BsonValue number, int places, RoundingMode mode) {
    long value = Numbers.toLong(number);
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(places, mode);
    try {
      long exact = rounded.longValueExact();
      return number.getBsonType() == BsonType.INT64 ? new BsonInt64(exact) : Numbers.integer(exact);
    } catch (ArithmeticException e) {
      throw new MongoException(
          51080,
          "invalid conversion from Decimal128 result in %s resulting from arguments: [%d, %d]"
              .formatted(name, value, places),
          e);
    }
  }

  static BsonValue ceil(BsonValue number) {
    return number.isDouble()
        ? new BsonDouble(Math.ceil(number.asDouble().getValue()))
        : toWhole(number, RoundingMode.CEILING);
  }

  static BsonValue floor(BsonValue number) {
    return number.isDouble()
        ? new BsonDouble(Math.floor(number.asDouble().getValue()))
        : toWhole(number, RoundingMode.FLOOR);
  }

  private static BsonValue toWhole(BsonValue number, RoundingMode mode) {
    return number.isDecimal128() ? decimal(number, 0, mode) : number;
  }
}
