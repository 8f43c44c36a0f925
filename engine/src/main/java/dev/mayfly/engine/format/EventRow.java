package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.Damage;
import java.util.Arrays;

/**
 * The value of an expiry event.
 *
 * @param deathSecond when the item died
 * @param suffix the item's key within its container
 * @param row the item as it was
 */
public record EventRow(long deathSecond, byte[] suffix, byte[] row) {
  public byte[] encode() {
    byte[] value = new byte[10 + suffix.length + row.length];
    Bytes.putLong(value, 0, deathSecond);
    Bytes.putShort(value, 8, suffix.length);
    System.arraycopy(suffix, 0, value, 10, suffix.length);
    System.arraycopy(row, 0, value, 10 + suffix.length, row.length);
    assert decode(value).isSame(this) : "an expiry event that is read otherwise";
    return value;
  }

  private boolean isSame(EventRow that) {
    return deathSecond == that.deathSecond
        && Arrays.equals(suffix, that.suffix)
        && Arrays.equals(row, that.row);
  }

  public static EventRow decode(byte[] value) {
    int suffixLength = value.length < 10 ? 0 : Bytes.getUnsignedShort(value, 8);
    if (value.length < 10 + suffixLength) {
      throw Damage.of("An expiry event");
    }
    return new EventRow(
        Bytes.getLong(value, 0),
        Arrays.copyOfRange(value, 10, 10 + suffixLength),
        Bytes.tail(value, 10 + suffixLength));
  }
}
