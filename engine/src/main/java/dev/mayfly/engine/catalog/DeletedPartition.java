package dev.mayfly.engine.catalog;

import dev.mayfly.engine.format.Bytes;

/** A logical partition that was deleted as a whole: its items up to that LSN are gone. */
public record DeletedPartition(byte[] partition, long lsn) {
  public boolean covers(byte[] suffix, long itemLsn) {
    return itemLsn <= lsn && Bytes.startsWith(suffix, partition);
  }
}
