package dev.mayfly.engine.format;

import java.util.Arrays;

/** The value of an expiry event: the item's key within its container, and the item as it was. */
public record EventRow(byte[] suffix, byte[] row) {
  public byte[] encode() {
    byte[] value = new byte[2 + suffix.length + row.length];
    Bytes.putShort(value, 0, suffix.length);
    System.arraycopy(suffix, 0, value, 2, suffix.length);
    System.arraycopy(row, 0, value, 2 + suffix.length, row.length);
    return value;
  }

  public static EventRow decode(byte[] value) {
    int suffixLength = Bytes.getUnsignedShort(value, 0);
    return new EventRow(
        Arrays.copyOfRange(value, 2, 2 + suffixLength), Bytes.tail(value, 2 + suffixLength));
  }
}
