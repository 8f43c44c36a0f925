package dev.mayfly.cosmos.account;

import dev.mayfly.engine.ru.Throughput;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNumber;

/**
 * The highest throughput that a database or container ever had, which bounds how far it can be
 * lowered. Kept in the opaque part of its definition.
 */
public final class HighestThroughput {
  private static final String PROPERTY = "highestThroughput";

  private HighestThroughput() {}

  /** The opaque part with that throughput taken into account; null stands for none. */
  public static BsonDocument raised(BsonDocument opaque, Throughput throughput) {
    if (throughput == null || throughput.ruPerSecond() <= of(opaque)) {
      return opaque;
    }
    BsonDocument raised = new BsonDocument();
    raised.putAll(opaque);
    return raised.append(PROPERTY, new BsonInt64(throughput.ruPerSecond()));
  }

  static long of(BsonDocument opaque) {
    return opaque.get(PROPERTY) instanceof BsonNumber number ? number.longValue() : 0;
  }
}
