package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.bson.Decimals;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.Sum;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** {@code $avg}: the mean of the numeric values; null if there are none. */
final class AverageAccumulator implements Accumulator {
  private static final String COUNT = "count";
  private static final String SUM = "sum";

  private final Sum sum = new Sum();
  private long count;

  @Override
  public void add(BsonValue value) {
    if (Numbers.isNumber(value)) {
      count++;
      sum.add(value);
    }
  }

  @Override
  public void addInt(int value) {
    count++;
    sum.addLong(value);
  }

  @Override
  public void addLong(long value) {
    count++;
    sum.addInt64(value);
  }

  @Override
  public void addDouble(double value) {
    count++;
    sum.addDouble(value);
  }

  @Override
  public BsonValue result() {
    if (count == 0) {
      return BsonNull.VALUE;
    }
    return sum.type() == BsonType.DECIMAL128
        ? Numbers.of(Decimals.divide(sum.toDecimal(), new Decimal128(count)))
        : new BsonDouble(sum.toDouble() / count);
  }

  @Override
  public BsonValue state() {
    return new BsonDocument(COUNT, new BsonInt64(count)).append(SUM, sum.state());
  }

  @Override
  public void restore(BsonValue state) {
    count = state.asDocument().getInt64(COUNT).getValue();
    sum.restore(state.asDocument().getDocument(SUM));
  }
}
