package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.partition.EpkRange;

/**
 * What is read through an index.
 *
 * @param index its name
 * @param range of keys
 * @param backwards from the last key of the range to the first
 * @param partitions whose items
 */
public record IndexQuery(String index, IndexRange range, boolean backwards, EpkRange partitions) {
  public IndexQuery {
    requireNonNull(index, "index");
    requireNonNull(range, "range");
    requireNonNull(partitions, "partitions");
  }

  /** The items of all partitions, in the order of the index. */
  public IndexQuery(String index, IndexRange range) {
    this(index, range, false, EpkRange.FULL);
  }
}
