package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $first}: the first value, even if missing. */
final class First implements Accumulator {
  private final MemoryUse memory;
  private BsonValue first;

  First(MemoryUse memory) {
    this.memory = memory;
  }

  @Override
  public void add(BsonValue value) {
    if (first == null) {
      first = value == null ? BsonNull.VALUE : memory.keep(value, 0);
    }
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
