package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.index.IndexRange.Bound;
import dev.mayfly.engine.partition.PartitionKey;

/**
 * Items of one logical partition by their ids. Bounds compare values of all types; to get numbers
 * only, give a bound that ends them.
 *
 * @param lower null for none
 * @param upper null for none
 * @param backwards from the last id to the first
 */
public record IdRange(PartitionKey partition, Bound lower, Bound upper, boolean backwards) {
  public IdRange {
    requireNonNull(partition, "partition");
  }

  /** The first key that may be in the range; the prefix stands before all keys of the partition. */
  public byte[] from(byte[] prefix) {
    if (lower == null) {
      return prefix;
    }
    byte[] at = Bytes.concat(prefix, KeyEncoder.encode(lower.value()));
    return lower.inclusive() ? at : Bytes.after(at);
  }

  /** The first key after the range. */
  public byte[] to(byte[] prefix) {
    if (upper == null) {
      return Bytes.after(prefix);
    }
    byte[] at = Bytes.concat(prefix, KeyEncoder.encode(upper.value()));
    return upper.inclusive() ? Bytes.after(at) : at;
  }
}
