package dev.mayfly.storage.rocksdb;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What each record of the log says first: the last row that had been synced when the record was
 * written. So every intact record shows how far the log before it must reach. It stands in the log
 * only and is no row.
 */
final class SyncClaim {
  private static final byte LOG_DATA_TAG = 3;
  private static final short MAGIC = 0x6d77;
  static final int BYTES = Short.BYTES + Long.BYTES;

  private final byte[] bytes = new byte[BYTES];
  private final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);

  /** The bytes of a claim, valid until the next call. */
  byte[] of(long syncedRow) {
    buffer.putShort(0, MAGIC).putLong(Short.BYTES, syncedRow);
    return bytes;
  }

  /** The row that a record claims; 0 if it claims nothing. */
  static long read(byte[] record) {
    int at = LogReader.BATCH_HEADER;
    if (record.length < at + 2 + BYTES || record[at] != LOG_DATA_TAG || record[at + 1] != BYTES) {
      return 0;
    }
    ByteBuffer claim = ByteBuffer.wrap(record).order(ByteOrder.LITTLE_ENDIAN).position(at + 2);
    return claim.getShort() == MAGIC ? claim.getLong() : 0;
  }
}
