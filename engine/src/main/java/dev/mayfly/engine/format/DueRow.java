package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.Damage;
import java.util.Arrays;

/**
 * The value of a feed or queue row: what the purge and the feed need to know of an item without
 * reading it.
 *
 * @param otherRows the item has rows besides its own, its feed row and this one
 * @param severalDeadlines the item counts among those with several deadlines
 * @param tsSecond the second of the item's commit
 * @param sizeBytes as in the header
 * @param terms as in the header, at most 65535
 * @param suffix the item's key within its container
 */
public record DueRow(
    boolean otherRows,
    boolean severalDeadlines,
    long tsSecond,
    int sizeBytes,
    int terms,
    byte[] suffix) {
  private static final int OTHER_ROWS = 1;
  private static final int SEVERAL = 1 << 1;
  private static final int SUFFIX = 15;

  public static byte[] encode(ItemRow item, boolean otherRows, byte[] suffix) {
    byte[] value = new byte[SUFFIX + suffix.length];
    value[0] = (byte) ((otherRows ? OTHER_ROWS : 0) | (item.hasSeveralDeadlines() ? SEVERAL : 0));
    Bytes.putLong(value, 1, item.tsSecond());
    Bytes.putInt(value, 9, item.sizeBytes());
    Bytes.putShort(value, 13, Math.min(item.terms(), 0xffff));
    System.arraycopy(suffix, 0, value, SUFFIX, suffix.length);
    assert decode(value).isOf(item, otherRows, suffix) : "a queue row that is read otherwise";
    return value;
  }

  private boolean isOf(ItemRow item, boolean hasOtherRows, byte[] itemSuffix) {
    return otherRows == hasOtherRows
        && severalDeadlines == item.hasSeveralDeadlines()
        && tsSecond == item.tsSecond()
        && sizeBytes == item.sizeBytes()
        && terms == Math.min(item.terms(), 0xffff)
        && Arrays.equals(suffix, itemSuffix);
  }

  public static DueRow decode(byte[] value) {
    boolean readable = value.length >= SUFFIX && (value[0] & ~(OTHER_ROWS | SEVERAL)) == 0;
    if (!readable || Bytes.getInt(value, 9) < 0) {
      throw Damage.of("A row of a feed or queue");
    }
    return new DueRow(
        (value[0] & OTHER_ROWS) != 0,
        (value[0] & SEVERAL) != 0,
        Bytes.getLong(value, 1),
        Bytes.getInt(value, 9),
        Bytes.getUnsignedShort(value, 13),
        Bytes.tail(value, SUFFIX));
  }
}
