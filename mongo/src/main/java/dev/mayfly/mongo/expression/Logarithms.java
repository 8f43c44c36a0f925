package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.DecimalMath;
import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.math.BigDecimal;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.bson.BsonDouble;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** {@code $ln}, {@code $log10} and {@code $log}. */
final class Logarithms {
  private Logarithms() {}

  static BsonValue ln(BsonValue number) {
    return of("$ln", 28766, number, Math::log, DecimalMath::ln);
  }

  static BsonValue log10(BsonValue number) {
    return of("$log10", 28761, number, Math::log10, DecimalMath::log10);
  }

  private static BsonValue of(
      String name,
      int code,
      BsonValue number,
      DoubleUnaryOperator real,
      UnaryOperator<BigDecimal> decimal) {
    double value = Numbers.toDouble(number);
    if (number.isDecimal128() && isPositive(number.asDecimal128().getValue())) {
      return Numbers.of(
          Decimals.of(decimal.apply(Numbers.exact(number.asDecimal128().getValue()))));
    }
    checkPositive(code, name + "'s argument must be a positive number, but is ", value);
    return result(real.applyAsDouble(value), number.isDecimal128());
  }

  private static boolean isPositive(Decimal128 decimal) {
    return decimal.isFinite() && Numbers.exact(decimal).signum() > 0;
  }

  private static BsonValue result(double value, boolean isDecimal) {
    return isDecimal ? Numbers.of(Decimals.exactly(value)) : new BsonDouble(value);
  }

  private static void checkPositive(int code, String text, double value) {
    if (value <= 0) {
      throw new MongoException(code, text + DoubleFormat.of(value));
    }
  }

  static BsonValue log(BsonValue number, BsonValue base) {
    if (Values.isNullish(number) || Values.isNullish(base)) {
      return Values.NULL;
    }
    if (!Numbers.isNumber(number)) {
      throw new MongoException(
          28756, "$log's argument must be numeric, not " + TypeNames.of(number));
    }
    if (!Numbers.isNumber(base)) {
      throw new MongoException(28757, "$log's base must be numeric, not " + TypeNames.of(base));
    }
    boolean isDecimal = Arithmetic.wider(number, base) == BsonType.DECIMAL128;
    double value = Numbers.toDouble(number);
    double root = Numbers.toDouble(base);
    if (isDecimal && root != 1) {
      Decimal128 first = Numbers.toDecimal(number);
      Decimal128 second = Numbers.toDecimal(base);
      if (isPositive(first) && isPositive(second)) {
        return Numbers.of(quotient(Numbers.exact(first), Numbers.exact(second)));
      }
    }
    checkPositive(28758, "$log's argument must be a positive number, but is ", value);
    if (root <= 0 || root == 1) {
      throw new MongoException(
          28759,
          "$log's base must be a positive number not equal to 1, but is " + DoubleFormat.of(root));
    }
    return result(Math.log(value) / Math.log(root), isDecimal);
  }

  private static Decimal128 quotient(BigDecimal number, BigDecimal base) {
    BigDecimal quotient = DecimalMath.ln(number).divide(DecimalMath.ln(base), Decimals.DIGITS);
    return Decimals.of(quotient.stripTrailingZeros());
  }
}
