package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.ValueKey;
import java.util.LinkedHashSet;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $addToSet}: each value once, the one of equal ones that came first. */
final class AddToSet implements Accumulator {
  private static final int ELEMENT_BYTES = 128;

  private final BsonOrder order;
  private final MemoryUse memory;
  private final Set<ValueKey> values = new LinkedHashSet<>();

  AddToSet(BsonOrder order, MemoryUse memory) {
    this.order = requireNonNull(order, "order");
    this.memory = requireNonNull(memory, "memory");
  }

  @Override
  public void add(BsonValue value) {
    if (value == null) {
      return;
    }
    BsonValue own = Detached.of(value);
    if (values.add(new ValueKey(own, order))) {
      memory.keep(own, ELEMENT_BYTES);
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
}
