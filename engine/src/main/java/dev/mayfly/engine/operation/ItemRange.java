package dev.mayfly.engine.operation;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.partition.EffectivePartitionKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.Arrays;

/**
 * The keys of the items whose effective partition keys are in a range.
 *
 * <p>In an item's key more bytes follow the effective partition key. So where a bound of the range
 * continues after a whole effective partition key, all items of that key come before the bound,
 * whatever their next byte is.
 */
public final class ItemRange {
  private final int container;
  private final boolean full;
  private final byte[] from;
  private final byte[] to;

  public ItemRange(int container, PartitionKeyDefinition definition, EpkRange range) {
    requireNonNull(definition, "definition");
    this.container = container;
    this.full = range.equals(EpkRange.FULL);
    byte[] all = Keys.container(container);
    this.from = full ? all : bound(container, definition, range.minInclusive());
    this.to = full ? Bytes.after(all) : bound(container, definition, range.maxExclusive());
  }

  private static byte[] bound(int container, PartitionKeyDefinition definition, byte[] epkBound) {
    int length = EffectivePartitionKey.length(definition, epkBound);
    return length < epkBound.length
        ? Bytes.after(Keys.item(container, Arrays.copyOf(epkBound, length)))
        : Keys.item(container, epkBound);
  }

  boolean isFull() {
    return full;
  }

  /** The first key that may be in the range. */
  byte[] from() {
    return from;
  }

  /** The first key after the range. */
  byte[] to() {
    return to;
  }

  /** The first row that may be in the range, of those that are a prefix and an item's suffix. */
  byte[] after(byte[] prefix) {
    return Bytes.concat(prefix, Bytes.tail(from, Math.min(from.length, Keys.CONTAINER_BYTES)));
  }

  /** The first of those rows after the range. */
  byte[] before(byte[] prefix) {
    boolean within = Bytes.startsWith(to, Keys.container(container));
    return within
        ? Bytes.concat(prefix, Bytes.tail(to, Keys.CONTAINER_BYTES))
        : Bytes.after(prefix);
  }

  public boolean contains(byte[] suffix) {
    if (full) {
      return true;
    }
    byte[] key = Keys.item(container, suffix);
    return Arrays.compareUnsigned(from, key) <= 0 && Arrays.compareUnsigned(key, to) < 0;
  }
}
