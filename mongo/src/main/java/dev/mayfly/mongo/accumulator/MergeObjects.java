package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Values;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $mergeObjects}: all fields of all documents; of those with one name, the last. */
final class MergeObjects implements Accumulator {
  private static final int NOT_AN_OBJECT = 40400;

  private final MemoryUse memory;
  private final BsonDocument merged = new BsonDocument();

  MergeObjects(MemoryUse memory) {
    this.memory = requireNonNull(memory, "memory");
  }

  @Override
  public void add(BsonValue value) {
    if (Values.isNullish(value)) {
      return;
    }
    if (!value.isDocument()) {
      throw new MongoException(
          NOT_AN_OBJECT,
          "$mergeObjects requires object inputs, but input "
              + BsonText.of(value)
              + " is of type "
              + TypeNames.of(value));
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
}
