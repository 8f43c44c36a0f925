package dev.mayfly.engine.catalog;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.MetaKeys;

/**
 * A logical partition that was deleted as a whole: its items up to that LSN are gone.
 *
 * @param second in which it was deleted
 */
public record DeletedPartition(byte[] partition, long lsn, long second) {
  static DeletedPartition decode(byte[] key, byte[] row) {
    if (row.length != 16) {
      throw new EngineException(
          ErrorCode.CORRUPTED, "The row of a deleted partition does not hold what it must.");
    }
    return new DeletedPartition(
        MetaKeys.partitionOf(key), Bytes.getLong(row, 0), Bytes.getLong(row, 8));
  }

  byte[] encode() {
    return Bytes.concat(Bytes.ofLong(lsn), Bytes.ofLong(second));
  }

  public boolean covers(byte[] suffix, long itemLsn) {
    return itemLsn <= lsn && Bytes.startsWith(suffix, partition);
  }
}
