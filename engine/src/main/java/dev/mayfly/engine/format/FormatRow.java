package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/**
 * The value of the row that names a store's format.
 *
 * @param version of the rows
 * @param incarnation of the store
 */
public record FormatRow(int version, long incarnation) {
  private static final int BYTES = 1 + Long.BYTES;

  public byte[] encode() {
    byte[] row = new byte[BYTES];
    row[0] = (byte) version;
    Bytes.putLong(row, 1, incarnation);
    return row;
  }

  public static FormatRow decode(byte[] row) {
    if (row.length < BYTES) {
      throw new EngineException(ErrorCode.CORRUPTED, "The store's format row is damaged.");
    }
    return new FormatRow(row[0], Bytes.getLong(row, 1));
  }
}
