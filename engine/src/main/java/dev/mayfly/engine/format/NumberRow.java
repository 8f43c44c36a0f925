package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;

/** The value of a row that holds one number: a second, an LSN, or the next number to give out. */
public final class NumberRow {
  private NumberRow() {}

  public static byte[] encode(long number) {
    return Bytes.ofLong(number);
  }

  public static long decode(byte[] row, long absent) {
    return row == null ? absent : Bytes.getLong(row, 0);
  }

  public static byte[] encodeInt(int number) {
    return Bytes.ofInt(number);
  }

  public static int decodeInt(byte[] row, int absent) {
    return row == null ? absent : Bytes.getInt(row, 0);
  }
}
