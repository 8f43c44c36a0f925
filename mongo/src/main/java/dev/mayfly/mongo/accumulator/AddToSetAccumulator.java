package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.query.buffer.DistinctBuffer;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $addToSet}: the distinct values, each as first seen. */
final class AddToSetAccumulator implements Accumulator {
  private static final int ELEMENT_BYTES = 128;

  private final BsonOrder order;
  private final DistinctBuffer<ValueKey> values;

  AddToSetAccumulator(BsonOrder order, MemoryUse memory) {
    this.order = order;
    this.values =
        new DistinctBuffer<>(each -> ELEMENT_BYTES + HeapSize.of(each.value()), memory::add);
  }

  @Override
  public void add(BsonValue value) {
    if (value != null) {
      values.add(new ValueKey(Detached.of(value), order));
    }
  }

  @Override
  public BsonValue result() {
    BsonArray array = new BsonArray(values.size());
    for (ValueKey value : values) {
      array.add(value.value());
    }
    return array;
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
