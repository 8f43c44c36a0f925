package dev.mayfly.server.transfer;

import dev.mayfly.engine.Container;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * How far an import has come: a row that is committed with each batch. It is kept for a month after
 * the last one; those of seeds for good.
 */
final class ImportReceipt {
  /** Differs from the first byte of other receipts. */
  private static final byte MARK = 'I';

  private static final int BYTES = 1 + 2 * Long.BYTES;
  private static final long KEPT_SECONDS = 30L * 86_400;

  private ImportReceipt() {}

  static byte[] key(Container container, String importId) {
    return ("import/" + container.state().number() + "/" + importId)
        .getBytes(StandardCharsets.UTF_8);
  }

  static byte[] encode(long records, long second, boolean forGood) {
    return ByteBuffer.allocate(BYTES)
        .put(MARK)
        .putLong(records)
        .putLong(forGood ? Long.MAX_VALUE : second + KEPT_SECONDS)
        .array();
  }

  /** How many records are committed. */
  static long records(byte[] row) {
    return row == null ? 0 : ByteBuffer.wrap(row).getLong(1);
  }

  static boolean isOver(byte[] row, long nowSecond) {
    return row.length == BYTES
        && row[0] == MARK
        && ByteBuffer.wrap(row).getLong(1 + Long.BYTES) < nowSecond;
  }
}
