package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.HeapSize;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $push}: all values that are not missing, in the order in which they came. */
final class Push implements Accumulator {
  private final MemoryUse memory;
  private final BsonArray values = new BsonArray();

  Push(MemoryUse memory) {
    this.memory = requireNonNull(memory, "memory");
  }

  @Override
  public void add(BsonValue value) {
    if (value != null) {
      values.add(memory.keep(value, HeapSize.ELEMENT));
    }
  }

  @Override
  public BsonValue result() {
    return values;
  }
}
