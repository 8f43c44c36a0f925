package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Items that are named by resource ids all the way, as links that clients kept name them. No index
 * leads from there to an item, so its logical partition is scanned: within a time limit, and at no
 * charge, since the request costs what it would with an index.
 */
final class ItemRids {
  private static final long NANOS_MAX = TimeUnit.SECONDS.toNanos(5);
  static final byte[] ID = "id".getBytes(StandardCharsets.US_ASCII);

  private ItemRids() {}

  /** Whether the path names the item by its resource id; a name wins where it could be both. */
  static boolean isOne(ResourcePath path, Container container) {
    return path.databaseId().equals(ResourceId.database(container.state().database()))
        && !path.databaseId().equals(container.database())
        && path.secondId().equals(Directory.rid(container))
        && number(path, container) >= 0;
  }

  private static long number(ResourcePath path, Container container) {
    return ResourceId.itemNumber(
        path.lastId(), container.state().database(), container.state().number());
  }

  /** The same path with the item's own id in the place of its resource id. */
  static ResourcePath named(ResourcePath path, Container container, PartitionKey partition) {
    List<String> ids = new ArrayList<>(path.ids());
    ids.set(ids.size() - 1, id(number(path, container), container, partition));
    return new ResourcePath(path.type(), ids, path.isFeed(), path.operation());
  }

  private static String id(long rid, Container container, PartitionKey partition) {
    Reading reading = container.beginUncharged(System.nanoTime() + NANOS_MAX);
    EpkRange range = EpkRange.of(container.definition().partitionKey(), partition);
    byte[] continuation = null;
    do {
      Page<Item> page = reading.scan(range, continuation, ReadLimits.DEFAULT);
      for (Item item : page.entries()) {
        if (item.rid() == rid) {
          return RawBson.findRoot(item.body(), ID).asString();
        }
      }
      continuation = page.continuation();
      if (continuation != null && reading.isTimeUp()) {
        throw new CosmosException(
            408, "The partition is too large to find an item by its resource id: use its id.");
      }
    } while (continuation != null);
    throw CosmosException.notFound();
  }
}
