package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulator;
import dev.mayfly.mongo.bson.Arithmetic;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.Sum;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import org.bson.BsonArray;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * {@code $covariancePop} and {@code $covarianceSamp}. Pairs that are not two numbers are ignored; a
 * value that is not finite determines the result.
 */
final class Covariance implements Accumulator {
  private final boolean isSample;
  private final Sum first = new Sum();
  private final Sum second = new Sum();
  private final Sum products = new Sum();
  private long count;

  private Covariance(boolean isSample) {
    this.isSample = isSample;
  }

  static AccumulationStatement parse(String name, BsonValue argument, ParseContext context) {
    boolean isSample = name.equals("$covarianceSamp");
    return new AccumulationStatement(
        name,
        ExpressionParser.parse(argument, context),
        argument,
        (variables, memory) -> new Covariance(isSample));
  }

  @Override
  public void add(BsonValue value) {
    if (value == null || !value.isArray() || value.asArray().size() != 2) {
      return;
    }
    BsonArray pair = value.asArray();
    BsonValue x = pair.get(0);
    BsonValue y = pair.get(1);
    if (!Numbers.isNumber(x) || !Numbers.isNumber(y)) {
      return;
    }
    double both = Numbers.toDouble(x) + Numbers.toDouble(y);
    if (!Double.isFinite(Numbers.toDouble(x)) || !Double.isFinite(Numbers.toDouble(y))) {
      products.add(new BsonDouble(both));
      return;
    }
    BsonValue meanBefore = mean(first);
    count++;
    first.add(x);
    second.add(y);
    if (meanBefore != null) {
      products.add(
          Arithmetic.multiply(
              Arithmetic.subtract(x, meanBefore), Arithmetic.subtract(y, mean(second))));
    }
  }

  /** Null if there is none. */
  private BsonValue mean(Sum sum) {
    return count == 0 ? null : Arithmetic.divide(sum.value(), new BsonInt64(count));
  }

  @Override
  public BsonValue result() {
    if (count == 1 && !isSample) {
      return new BsonDouble(0);
    }
    long divisor = isSample ? count - 1 : count;
    return divisor <= 0
        ? BsonNull.VALUE
        : Arithmetic.divide(products.value(), new BsonInt64(divisor));
  }
}
