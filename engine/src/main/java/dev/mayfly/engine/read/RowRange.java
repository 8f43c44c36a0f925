package dev.mayfly.engine.read;

import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.partition.EffectivePartitionKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.Arrays;

/**
 * A range of effective partition keys as a range of rows. A row's key goes on after its effective
 * partition key, so a bound that is longer than one stands for the end of that key's rows.
 */
public final class RowRange {
  /** Null: from the first row. */
  private final byte[] from;

  /** Null: to the last row. */
  private final byte[] to;

  /** True if there can be no row within. */
  private final boolean nothing;

  private RowRange(byte[] from, byte[] to, boolean nothing) {
    this.from = from;
    this.to = to;
    this.nothing = nothing;
  }

  public static RowRange of(PartitionKeyDefinition definition, EpkRange range) {
    if (range.equals(EpkRange.FULL)) {
      return new RowRange(null, null, false);
    }
    byte[] min = range.minInclusive();
    byte[] from = min.length == 0 ? null : aligned(definition, min);
    // Past the last key there can be, such as the only one of a container without partition key.
    boolean nothing = min.length > 0 && from == null || range.isEmpty();
    return new RowRange(from, aligned(definition, range.maxExclusive()), nothing);
  }

  /** The place among suffixes where keys at or after the bound begin; null if all are before. */
  private static byte[] aligned(PartitionKeyDefinition definition, byte[] bound) {
    int length = EffectivePartitionKey.lengthIn(definition, bound);
    if (length < 0 || length == bound.length) {
      return bound;
    }
    byte[] key = Arrays.copyOf(bound, length);
    return isLast(key) ? null : Bytes.after(key);
  }

  /** True if nothing comes after all that begins with these bytes. */
  private static boolean isLast(byte[] key) {
    for (byte each : key) {
      if (each != (byte) 0xff) {
        return false;
      }
    }
    return true;
  }

  /** The key of the first row of a container that may be within. */
  public byte[] firstKey(int container) {
    return from == null ? Keys.container(container) : Keys.item(container, from);
  }

  /** The key before which the last row within stands. */
  public byte[] endKey(int container) {
    if (nothing) {
      return firstKey(container);
    }
    return to == null ? Bytes.after(Keys.container(container)) : Keys.item(container, to);
  }

  /** True if the item of that suffix is within. */
  public boolean contains(byte[] suffix) {
    return !nothing
        && (from == null || Arrays.compareUnsigned(suffix, from) >= 0)
        && (to == null || Arrays.compareUnsigned(suffix, to) < 0);
  }
}
