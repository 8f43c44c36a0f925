package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.expression.Values;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $min} and {@code $max}; nulls are ignored. */
final class MinMaxAccumulator implements Accumulator {
  private final Comparator<BsonValue> order;
  private final MemoryUse memory;
  private BsonValue first;

  MinMaxAccumulator(Comparator<BsonValue> order, MemoryUse memory) {
    this.order = order;
    this.memory = memory;
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

  @Override
  public BsonValue state() {
    return new BsonArray(first == null ? List.of() : List.of(first));
  }

  @Override
  public void restore(BsonValue state) {
    state.asArray().forEach(this::add);
  }
}
