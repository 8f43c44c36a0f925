package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $last}: the last value, even if missing. */
final class Last implements Accumulator {
  private final MemoryUse memory;
  private BsonValue last;

  Last(MemoryUse memory) {
    this.memory = memory;
  }

  @Override
  public void add(BsonValue value) {
    memory.forget(last, 0);
    last = memory.keep(value, 0);
  }

  @Override
  public BsonValue result() {
    return last == null ? BsonNull.VALUE : last;
  }

  @Override
  public BsonValue state() {
    return new BsonArray(last == null ? List.of() : List.of(last));
  }

  @Override
  public void restore(BsonValue state) {
    state.asArray().forEach(this::add);
  }
}
