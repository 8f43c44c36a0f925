package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Where to look for the items that can pass a query's filter. */
sealed interface ReadPlan {
  /**
   * Items by their keys, in the order in which a scan would find them.
   *
   * @param addresses where they stand, in that order
   * @param exact whether all that are found pass the filter
   */
  record Points(List<ItemKey> keys, List<byte[]> addresses, boolean exact) implements ReadPlan {
    public Points {
      keys = List.copyOf(keys);
      addresses = List.copyOf(addresses);
    }

    int indexAfter(Item item) {
      return Collections.binarySearch(addresses, item.address(), Arrays::compareUnsigned) + 1;
    }
  }

  /** Ranges that do not overlap, in their order. */
  record Ranges(List<EpkRange> ranges) implements ReadPlan {
    public Ranges {
      ranges = List.copyOf(ranges);
    }
  }

  /**
   * Ranges of indexes, one after the other.
   *
   * @param signature by which the plan is known in tokens
   * @param order which order of items they keep; null if that does not matter
   */
  record Index(List<IndexWalk> walks, int signature, IndexOrder order) implements ReadPlan {
    public Index {
      walks = List.copyOf(walks);
    }

    /** The same with other ranges of the one index that it reads. */
    Index with(List<IndexRange> ranges) {
      if (walks.isEmpty()) {
        return this;
      }
      IndexWalk any = walks.get(0);
      return new Index(ranges.stream().map(any::with).toList(), signature, order);
    }
  }

  /** By which the plan is known in tokens; 0 if it needs no index. */
  default int signature() {
    return 0;
  }
}
