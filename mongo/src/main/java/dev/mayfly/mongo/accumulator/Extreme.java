package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.expression.Values;
import java.util.Comparator;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $min} and {@code $max}: the value that comes first in an order; null does not count. */
final class Extreme implements Accumulator {
  private final Comparator<BsonValue> order;
  private final MemoryUse memory;
  private BsonValue first;

  Extreme(Comparator<BsonValue> order, MemoryUse memory) {
    this.order = requireNonNull(order, "order");
    this.memory = requireNonNull(memory, "memory");
  }

  @Override
  public void add(BsonValue value) {
    if (Values.isNullish(value) || first != null && order.compare(value, first) >= 0) {
      return;
    }
    memory.forget(first, 0);
    first = memory.keep(value, 0);
  }

  @Override
  public BsonValue result() {
    return first == null ? BsonNull.VALUE : first;
  }
}
