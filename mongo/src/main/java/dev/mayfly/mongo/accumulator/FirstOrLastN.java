package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.expression.Values;
import java.util.ArrayDeque;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $firstN} and {@code $lastN}: some values by the order in which they came. */
final class FirstOrLastN implements Accumulator {
  private final int wanted;
  private final boolean isFirst;
  private final MemoryUse memory;
  private final ArrayDeque<BsonValue> kept = new ArrayDeque<>();

  FirstOrLastN(int wanted, boolean isFirst, MemoryUse memory) {
    this.wanted = wanted;
    this.isFirst = isFirst;
    this.memory = requireNonNull(memory, "memory");
  }

  @Override
  public void add(BsonValue value) {
    if (kept.size() == wanted) {
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
}
