package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.bson.Numbers;
import java.math.BigDecimal;
import java.math.MathContext;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** {@code $avg}: the mean of what are numbers; null if none is. */
final class Average implements Accumulator {
  private final NumberTotal total = new NumberTotal();

  @Override
  public void add(BsonValue value) {
    total.add(value);
  }

  @Override
  public void addInt(int value) {
    total.addInt(value);
  }

  @Override
  public void addLong(long value) {
    total.addLong(value);
  }

  @Override
  public void addDouble(double value) {
    total.addDouble(value);
  }

  @Override
  public BsonValue result() {
    if (total.count() == 0) {
      return BsonNull.VALUE;
    }
    if (total.isDecimal()) {
      return new BsonDecimal128(decimal());
    }
    return new BsonDouble(total.asDouble() / total.count());
  }

  private Decimal128 decimal() {
    Decimal128 sum = total.decimal();
    if (!sum.isFinite()) {
      return sum;
    }
    BigDecimal count = BigDecimal.valueOf(total.count());
    return new Decimal128(Numbers.exact(sum).divide(count, MathContext.DECIMAL128));
  }
}
