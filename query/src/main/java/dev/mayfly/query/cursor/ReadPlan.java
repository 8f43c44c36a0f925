package dev.mayfly.query.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import java.util.List;

/** Which items are read, by which access path and in which order. */
public sealed interface ReadPlan {
  /**
   * Items by their keys, in the order of the keys.
   *
   * @param first the number of the first key, by which positions count: a plan may be the part of a
   *     longer list, and positions are those of the whole list
   */
  record Keys(List<ItemKey> keys, int first) implements ReadPlan {
    public Keys {
      keys = List.copyOf(keys);
    }

    public Keys(List<ItemKey> keys) {
      this(keys, 0);
    }
  }

  /** Items by their addresses, in the order of these: what an index outside of the store found. */
  record Addresses(List<byte[]> addresses) implements ReadPlan {
    public Addresses {
      addresses = List.copyOf(addresses);
    }
  }

  /** All items of ranges of partitions, which are in ascending order and do not overlap. */
  record Partitions(List<EpkRange> ranges) implements ReadPlan {
    public Partitions {
      ranges = List.copyOf(ranges);
    }
  }

  /** The items of one partition whose ids are in a range. */
  record Ids(IdRange range) implements ReadPlan {
    public Ids {
      requireNonNull(range, "range");
    }
  }

  /** Ranges of indexes, one after the other; an item that is in several is read in the first. */
  record Indexes(List<IndexScan> scans) implements ReadPlan {
    public Indexes {
      scans = List.copyOf(scans);
    }
  }

  /** Whether all items of ranges are read: a filter can be applied before they are copied. */
  default boolean isScan() {
    return this instanceof Partitions || this instanceof Ids;
  }
}
