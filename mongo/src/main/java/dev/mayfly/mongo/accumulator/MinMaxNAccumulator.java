package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.expression.Values;
import java.util.Comparator;
import org.bson.BsonValue;

/** {@code $minN} and {@code $maxN}; nulls are ignored. */
final class MinMaxNAccumulator implements Accumulator {
  private final TopN nearest;

  MinMaxNAccumulator(int limit, Comparator<BsonValue> order, MemoryUse memory) {
    this.nearest = new TopN(limit, (one, other) -> order.compare(one[0], other[0]), true, memory);
  }

  @Override
  public void add(BsonValue value) {
    if (!Values.isNullish(value)) {
      nearest.add(new BsonValue[] {value}, value);
    }
  }

  @Override
  public BsonValue result() {
    return nearest.values();
  }

  @Override
  public BsonValue state() {
    return nearest.state();
  }

  @Override
  public void restore(BsonValue state) {
    nearest.restore(state.asDocument());
  }
}
