package dev.mayfly.mongo.collection;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.call.CommandCall;
import java.util.List;
import org.bson.BsonDocument;

/** Deletes the oldest documents of a capped collection above its limits. */
public final class CappedLimit {
  private static final ReadLimits OLDEST = ReadLimits.items(100);

  private CappedLimit() {}

  public static void enforce(CommandCall call, Collection collection) {
    BsonDocument options = collection.spec().options();
    long bytesMax = Numbers.toLong(options.get("size"));
    long itemsMax =
        options.containsKey("max") ? Numbers.toLong(options.get("max")) : Long.MAX_VALUE;
    Container container = collection.container();
    Tally live = container.live();
    long items = live.items();
    long bytes = live.bytes();
    while (items > itemsMax || bytes > bytesMax) {
      call.check();
      List<Item> oldest = container.changes(FeedStart.beginning(), EpkRange.FULL, OLDEST).entries();
      if (oldest.isEmpty()) {
        return;
      }
      for (Item item : oldest) {
        if (items <= itemsMax && bytes <= bytesMax) {
          return;
        }
        delete(container, item);
        items--;
        bytes -= item.sizeBytes();
      }
    }
  }

  private static void delete(Container container, Item item) {
    try {
      container.write(
          new WriteRequest.Delete(Updates.keyOf(new LazyDocument(item.document())), item.etag()));
    } catch (EngineException e) {
      if (!DocumentUpdate.isConflict(e)) {
        throw e;
      }
    }
  }
}
