package dev.mayfly.storage.rocksdb;

import java.nio.ByteBuffer;

/**
 * A place in a replicated log.
 *
 * @param term in which the entry was appended
 * @param index of the entry; -1 before the first one
 */
public record LogPosition(long term, long index) {
  /** Before the first entry. */
  public static final LogPosition NONE = new LogPosition(0, -1);

  byte[] encode() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(term).putLong(index).array();
  }

  static LogPosition decode(byte[] row) {
    if (row == null) {
      return NONE;
    }
    ByteBuffer buffer = ByteBuffer.wrap(row);
    return new LogPosition(buffer.getLong(), buffer.getLong());
  }
}
