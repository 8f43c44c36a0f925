package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.Table;

/**
 * What neighbouring rows of a table are, in few bytes. Ranges end where the keys say so, so that
 * two replicas that differ in a row differ in one range and not in all that follow.
 *
 * @param firstKey of the range
 * @param lastKey of the range, included
 * @param rows how many there are
 * @param checksum of all keys and values in their order
 */
public record RangeChecksum(
    Table table, byte[] firstKey, byte[] lastKey, long rows, long checksum) {
  public RangeChecksum {
    requireNonNull(table, "table");
    requireNonNull(firstKey, "firstKey");
    requireNonNull(lastKey, "lastKey");
  }
}
