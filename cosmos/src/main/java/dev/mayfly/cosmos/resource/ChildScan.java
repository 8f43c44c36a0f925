package dev.mayfly.cosmos.resource;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import java.util.List;
import java.util.function.Predicate;

/** Steps over items of a logical partition, and holds no more of them than one page. */
final class ChildScan {
  private final Container container;
  private final EpkRange range;
  private final Predicate<Item> wanted;
  private byte[] continuation;
  private List<Item> page = List.of();
  private int inPage;
  private boolean ended;

  /**
   * @param continuation where to resume, or null
   */
  ChildScan(Container container, String parentRid, Predicate<Item> wanted, byte[] continuation) {
    this.container = requireNonNull(container, "container");
    this.range = EpkRange.of(container.definition().partitionKey(), PartitionKey.of(parentRid));
    this.wanted = requireNonNull(wanted, "wanted");
    this.continuation = continuation;
  }

  /** The next item that is wanted, or null at the end. */
  Item next() {
    while (true) {
      while (inPage < page.size()) {
        Item item = page.get(inPage++);
        if (wanted.test(item)) {
          return item;
        }
      }
      if (ended) {
        return null;
      }
      Page<Item> next = container.scan(range, continuation, ReadLimits.DEFAULT);
      page = next.entries();
      inPage = 0;
      continuation = next.continuation();
      ended = continuation == null;
    }
  }
}
