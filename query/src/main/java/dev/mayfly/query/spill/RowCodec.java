package dev.mayfly.query.spill;

/**
 * The bytes of rows.
 *
 * @param <R> type of the rows
 */
public interface RowCodec<R> {
  byte[] encode(R row);

  /**
   * @param bytes of {@link #encode}; the row may keep them
   */
  R decode(byte[] bytes);
}
