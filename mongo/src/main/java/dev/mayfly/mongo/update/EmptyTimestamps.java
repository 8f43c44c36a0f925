package dev.mayfly.mongo.update;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * {@code Timestamp(0, 0)} in a top-level field of an inserted or replacing document is replaced by
 * the time of the write, each with a unique value. Nested ones and {@code _id} are left as they
 * are.
 */
public final class EmptyTimestamps {
  private static final long MILLIS_PER_SECOND = 1000;

  private static final AtomicInteger COUNT = new AtomicInteger();

  private EmptyTimestamps() {}

  /** The document with its empty timestamps replaced; the same object if there are none. */
  public static BsonDocument filled(BsonDocument document, long nowMillis) {
    if (!mayHaveOne(document)) {
      return document;
    }
    BsonDocument filled = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      boolean isEmpty =
          field.getValue().isTimestamp()
              && field.getValue().asTimestamp().getValue() == 0
              && !field.getKey().equals(IdRules.ID);
      filled.put(field.getKey(), isEmpty ? next(nowMillis) : field.getValue());
    }
    return filled;
  }

  private static BsonTimestamp next(long nowMillis) {
    int second = (int) Math.floorDiv(nowMillis, MILLIS_PER_SECOND);
    return new BsonTimestamp(second, COUNT.updateAndGet(n -> n == Integer.MAX_VALUE ? 1 : n + 1));
  }

  /** Scans the types only: most documents have none. */
  private static boolean mayHaveOne(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      RawCursor fields = lazy.raw().elements();
      while (fields.next()) {
        if (fields.type() == RawType.TIMESTAMP) {
          return true;
        }
      }
      return false;
    }
    return document.values().stream().anyMatch(BsonValue::isTimestamp);
  }
}
