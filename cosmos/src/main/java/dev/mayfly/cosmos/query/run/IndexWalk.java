package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.KeyRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import java.util.List;

/** A range of an index, read in one direction. */
final class IndexWalk {
  private static final byte[] PREFIX = {0};

  private final PathIndex index;
  private final IndexQuery query;
  private IndexReader reader;
  private KeyRange keys;

  IndexWalk(PathIndex index, IndexRange range, boolean backwards, EpkRange partitions) {
    this.index = requireNonNull(index, "index");
    this.query = new IndexQuery(index.name(), range, backwards, partitions);
  }

  IndexWalk with(IndexRange range) {
    return new IndexWalk(index, range, query.backwards(), query.partitions());
  }

  PathIndex index() {
    return index;
  }

  IndexQuery query() {
    return query;
  }

  /** Whether an item is in the range. */
  private boolean holds(Item item) {
    if (reader == null) {
      reader = new IndexReader(index, body -> true);
      keys = query.range().in(index, PREFIX);
    }
    return !keys.within(reader, item.body()).isEmpty();
  }

  /** Whether one of the walks before this one has told an item. */
  boolean isTold(Item item, List<IndexWalk> before) {
    for (IndexWalk walk : before) {
      // Two ranges of one index have no item in common, unless it has several keys of an item.
      boolean mayOverlap =
          index.arrays() != PathIndex.Arrays.WHOLE || !index.name().equals(walk.index.name());
      boolean samePartitions = query.partitions().equals(walk.query.partitions());
      if (mayOverlap && samePartitions && walk.holds(item)) {
        return true;
      }
    }
    return false;
  }
}
