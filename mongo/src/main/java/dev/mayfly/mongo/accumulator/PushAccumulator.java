package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.HeapSize;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $push}: all values that are not missing, in input order. */
final class PushAccumulator implements Accumulator {
  private final MemoryUse memory;
  private final BsonArray values = new BsonArray();

  PushAccumulator(MemoryUse memory) {
    this.memory = memory;
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

  @Override
  public BsonValue state() {
    return values;
  }

  @Override
  public void restore(BsonValue state) {
    state.asArray().forEach(this::add);
  }
}
