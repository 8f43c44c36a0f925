package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Values;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $mergeObjects}: for duplicate names the last value wins. */
final class MergeObjectsAccumulator implements Accumulator {
  private final MemoryUse memory;
  private final BsonDocument merged = new BsonDocument();

  MergeObjectsAccumulator(MemoryUse memory) {
    this.memory = memory;
  }

  @Override
  public void add(BsonValue value) {
    if (Values.isNullish(value)) {
      return;
    }
    if (!value.isDocument()) {
      throw new MongoException(
          40400,
          "$mergeObjects requires object inputs, but input %s is of type %s"
              .formatted(BsonText.of(value), TypeNames.of(value)));
    }
    for (Map.Entry<String, BsonValue> field : value.asDocument().entrySet()) {
      BsonValue before = merged.get(field.getKey());
      if (before == null) {
        memory.add(HeapSize.FIELD + field.getKey().length());
      } else {
        memory.forget(before, 0);
      }
      merged.put(field.getKey(), memory.keep(field.getValue(), 0));
    }
  }

  @Override
  public BsonValue result() {
    return merged;
  }

  @Override
  public BsonValue state() {
    return merged;
  }

  @Override
  public void restore(BsonValue state) {
    add(state);
  }
}
