package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $first}: the value that came first, even if it is missing. */
final class First implements Accumulator {
  private final MemoryUse memory;
  private BsonValue first;

  First(MemoryUse memory) {
    this.memory = requireNonNull(memory, "memory");
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
}
