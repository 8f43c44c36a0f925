package dev.mayfly.engine.format;

import java.util.Arrays;

/**
 * The value of a log row.
 *
 * @param kind what happened
 * @param tsSecond when it was committed
 * @param suffix the item's key within its container
 * @param row the item as written, or for deletes as it was
 */
public record LogRow(Kind kind, long tsSecond, byte[] suffix, byte[] row) {
  /** What happened to an item. */
  public enum Kind {
    CREATE(1),
    REPLACE(2),
    DELETE(3),
    TTL_DELETE(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    static Kind of(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IllegalArgumentException("log kind " + code);
    }
  }

  public byte[] encode() {
    byte[] value = new byte[11 + suffix.length + row.length];
    value[0] = (byte) kind.code;
    Bytes.putLong(value, 1, tsSecond);
    Bytes.putShort(value, 9, suffix.length);
    System.arraycopy(suffix, 0, value, 11, suffix.length);
    System.arraycopy(row, 0, value, 11 + suffix.length, row.length);
    return value;
  }

  public static LogRow decode(byte[] value) {
    int suffixLength = Bytes.getUnsignedShort(value, 9);
    return new LogRow(
        Kind.of(value[0]),
        Bytes.getLong(value, 1),
        Arrays.copyOfRange(value, 11, 11 + suffixLength),
        Bytes.tail(value, 11 + suffixLength));
  }
}
