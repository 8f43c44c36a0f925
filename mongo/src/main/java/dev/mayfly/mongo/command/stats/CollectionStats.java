package dev.mayfly.mongo.command.stats;

import dev.mayfly.engine.read.Tally;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** Size statistics of a collection; expired documents do not count, purged or not. */
final class CollectionStats {
  private CollectionStats() {}

  /**
   * @param collection null if it does not exist
   */
  static BsonDocument of(Collection collection, long scale) {
    boolean there = collection != null && collection.view() == null;
    Tally live = there ? collection.container().live() : null;
    long bytes = live == null ? 0 : live.bytes();
    long items = live == null ? 0 : live.items();
    BsonDocument stats =
        new BsonDocument("size", Numbers.integer(bytes / scale))
            .append("count", Numbers.integer(items));
    if (items > 0) {
      stats.append("avgObjSize", Numbers.integer(bytes / items));
    }
    List<IndexSpec> indexes = there ? collection.spec().allIndexes() : List.of();
    BsonDocument sizes = new BsonDocument();
    for (IndexSpec index : indexes) {
      sizes.append(index.name(), new BsonInt32(0));
    }
    boolean capped = there && collection.spec().isCapped();
    stats
        .append("storageSize", Numbers.integer(bytes / scale))
        .append("freeStorageSize", new BsonInt32(0))
        .append("capped", BsonBoolean.valueOf(capped));
    if (capped) {
      BsonDocument options = collection.spec().options();
      stats.append("maxSize", options.get("size"));
      if (options.containsKey("max")) {
        stats.append("max", options.get("max"));
      }
    }
    return stats
        .append("nindexes", new BsonInt32(indexes.size()))
        .append("indexDetails", new BsonDocument())
        .append("indexBuilds", new org.bson.BsonArray())
        .append("totalIndexSize", new BsonInt32(0))
        .append("totalSize", Numbers.integer(bytes / scale))
        .append("indexSizes", sizes)
        .append("scaleFactor", Numbers.integer(scale));
  }
}
