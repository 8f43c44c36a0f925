package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.expression.Values;
import java.util.Comparator;
import org.bson.BsonValue;

/** {@code $minN} and {@code $maxN}: the values that come first in an order, nulls left out. */
final class LeastOrGreatestN implements Accumulator {
  private final NearestToAnEnd nearest;

  LeastOrGreatestN(int wanted, Comparator<BsonValue> order, MemoryUse memory) {
    this.nearest =
        new NearestToAnEnd(wanted, (one, other) -> order.compare(one[0], other[0]), true, memory);
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
}
