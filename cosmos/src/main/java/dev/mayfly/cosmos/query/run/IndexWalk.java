package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.KeyRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import java.util.Arrays;
import java.util.List;

/** A range of an index, read in one direction. */
final class IndexWalk {
  private static final byte[] PREFIX = {0};

  private final PathIndex index;
  private final IndexQuery query;
  private final IndexReader reader;
  private final KeyRange keys;

  IndexWalk(PathIndex index, IndexRange range, boolean backwards, EpkRange partitions) {
    this.index = requireNonNull(index, "index");
    this.query = new IndexQuery(index.name(), range, backwards, partitions);
    this.reader = new IndexReader(index, body -> true);
    this.keys = range.in(index, PREFIX);
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
    return !keys.within(reader, item.body()).isEmpty();
  }

  /** Those of other walks that may have an item in common with this one. */
  List<IndexWalk> overlapping(List<IndexWalk> others) {
    return others.stream().filter(this::mayOverlap).toList();
  }

  /** Ranges apart from each other share no item, unless an index has several keys of it. */
  private boolean mayOverlap(IndexWalk other) {
    if (!query.partitions().equals(other.query.partitions())) {
      return false;
    }
    boolean oneKey =
        index.arrays() == PathIndex.Arrays.WHOLE && index.name().equals(other.index.name());
    return !oneKey
        || Arrays.compareUnsigned(keys.from(), other.keys.to()) < 0
            && Arrays.compareUnsigned(other.keys.from(), keys.to()) < 0;
  }

  /** Whether one of the walks before this one has told an item. */
  static boolean isTold(Item item, List<IndexWalk> before) {
    return before.stream().anyMatch(walk -> walk.holds(item));
  }
}
