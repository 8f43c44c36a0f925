package dev.mayfly.mongo.update;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * Timestamps of zero at the root of a document that is inserted or put in another's place: they
 * stand for the time of the write, and no two of them become the same. An _id stays what it is.
 */
public final class EmptyTimestamps {
  private static final int MILLIS_PER_SECOND = 1000;
  private static final AtomicLong LAST = new AtomicLong();

  private EmptyTimestamps() {}

  /** The document itself if it has none. */
  public static BsonDocument filled(BsonDocument document, long nowMillis) {
    if (!hasOne(document)) {
      return document;
    }
    BsonDocument filled = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      boolean isEmpty = isEmpty(field.getValue()) && !field.getKey().equals(Ids.ID);
      filled.append(field.getKey(), isEmpty ? next(nowMillis) : field.getValue());
    }
    return filled;
  }

  private static boolean hasOne(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      // Every document that is inserted comes by here: no values are made for the others.
      for (RawCursor cursor = lazy.raw().elements(); cursor.next(); ) {
        if (cursor.type() == RawType.TIMESTAMP) {
          return true;
        }
      }
      return false;
    }
    return document.values().stream().anyMatch(EmptyTimestamps::isEmpty);
  }

  private static boolean isEmpty(BsonValue value) {
    return value.isTimestamp() && value.asTimestamp().getValue() == 0;
  }

  private static BsonTimestamp next(long nowMillis) {
    int second = (int) Math.floorDiv(nowMillis, MILLIS_PER_SECOND);
    long first = new BsonTimestamp(second, 1).getValue();
    return new BsonTimestamp(LAST.updateAndGet(last -> Math.max(last + 1, first)));
  }
}
