package dev.mayfly.query.spill;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The bytes of rows. Not thread safe.
 *
 * @param <R> type of the rows
 */
public interface RowCodec<R> {
  /**
   * @return the bytes of a row, which are used before the next one is encoded
   */
  ByteBuffer encode(R row);

  /**
   * @param bytes of {@link #encode}; the row may keep them
   */
  R decode(byte[] bytes);

  /**
   * The same from a part of an array, which does not change; the row may keep the array.
   *
   * @param offset where the bytes of the row begin
   */
  default R decode(byte[] bytes, int offset, int length) {
    return decode(Arrays.copyOfRange(bytes, offset, offset + length));
  }
}
