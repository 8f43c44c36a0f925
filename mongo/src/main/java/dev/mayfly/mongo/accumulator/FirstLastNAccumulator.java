package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.expression.Values;
import java.util.ArrayDeque;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $firstN} and {@code $lastN}: the first or last n values in input order. */
final class FirstLastNAccumulator implements Accumulator {
  private final int limit;
  private final boolean isFirst;
  private final MemoryUse memory;
  private final ArrayDeque<BsonValue> kept = new ArrayDeque<>();

  FirstLastNAccumulator(int limit, boolean isFirst, MemoryUse memory) {
    this.limit = limit;
    this.isFirst = isFirst;
    this.memory = memory;
  }

  @Override
  public void add(BsonValue value) {
    if (kept.size() == limit) {
      if (isFirst) {
        return;
      }
      memory.forget(kept.removeFirst(), HeapSize.ELEMENT);
    }
    kept.add(memory.keep(Values.orNull(value), HeapSize.ELEMENT));
  }

  @Override
  public BsonValue result() {
    return new BsonArray(List.copyOf(kept));
  }

  @Override
  public BsonValue state() {
    return result();
  }

  @Override
  public void restore(BsonValue state) {
    state.asArray().forEach(this::add);
  }
}
