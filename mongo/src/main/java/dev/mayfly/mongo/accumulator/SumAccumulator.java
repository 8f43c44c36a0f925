package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.Sum;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** {@code $sum} of the numeric values, compact for the common case of ints. */
final class SumAccumulator implements Accumulator {
  private static final long INTS_MAX = 1L << 40;
  private static final String INTS = "ints";
  private static final String REST = "rest";

  private long ints;

  /** The rest of the sum beside {@link #ints}; null if there is none. */
  private Sum rest;

  @Override
  public void add(BsonValue value) {
    if (Numbers.isNumber(value)) {
      rest().add(value);
    }
  }

  private Sum rest() {
    if (rest == null) {
      rest = new Sum();
    }
    return rest;
  }

  @Override
  public void addInt(int value) {
    long next = ints + value;
    if (Math.abs(next) > INTS_MAX) {
      rest().addLong(next);
      next = 0;
    }
    ints = next;
  }

  @Override
  public void addLong(long value) {
    rest().addInt64(value);
  }

  @Override
  public void addDouble(double value) {
    rest().addDouble(value);
  }

  @Override
  public BsonValue result() {
    if (rest == null) {
      return Numbers.integer(ints);
    }
    rest.addLong(ints);
    ints = 0;
    return rest.value();
  }

  @Override
  public BsonValue state() {
    BsonDocument state = new BsonDocument(INTS, new BsonInt64(ints));
    return rest == null ? state : state.append(REST, rest.state());
  }

  @Override
  public void restore(BsonValue state) {
    ints = state.asDocument().getInt64(INTS).getValue();
    if (state.asDocument().containsKey(REST)) {
      rest().restore(state.asDocument().getDocument(REST));
    }
  }
}
