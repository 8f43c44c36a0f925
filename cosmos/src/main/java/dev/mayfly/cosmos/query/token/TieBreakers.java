package dev.mayfly.cosmos.query.token;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What orders results with the same keys: an item's number and which of its rows it is, or a hash
 * of the result. Items come in the direction of the first key, as in the service: clients that go
 * on with a sorted query pass over the items before one by their numbers.
 */
public final class TieBreakers {
  /** Comes before all others. */
  static final byte[] FIRST = {};

  private static final int ROW_BYTES = Long.BYTES + Integer.BYTES;

  private TieBreakers() {}

  public static byte[] ofRow(long item, int row) {
    return ByteBuffer.allocate(ROW_BYTES).putLong(item).putInt(row).array();
  }

  /** After all rows of an item. */
  static byte[] afterItem(long item) {
    return ofRow(item, -1);
  }

  /** Before all rows of an item. */
  static byte[] beforeItem(long item, boolean descending) {
    if (descending) {
      return afterItem(item + 1);
    }
    return item == 0 ? FIRST : afterItem(item - 1);
  }

  /** After all rows of all items. */
  static byte[] last(boolean descending) {
    return afterItem(descending ? 0 : -1);
  }

  /**
   * The order of two.
   *
   * @param descending the direction of the first key
   */
  public static int compare(byte[] left, byte[] right, boolean descending) {
    if (!descending || left.length != ROW_BYTES || right.length != ROW_BYTES) {
      return Arrays.compareUnsigned(left, right);
    }
    int byItem = Arrays.compareUnsigned(right, 0, Long.BYTES, left, 0, Long.BYTES);
    return byItem != 0
        ? byItem
        : Arrays.compareUnsigned(left, Long.BYTES, ROW_BYTES, right, Long.BYTES, ROW_BYTES);
  }

  /** The order of two results that have these directions. */
  public static int compare(byte[] left, byte[] right, boolean[] descending) {
    return compare(left, right, descending.length > 0 && descending[0]);
  }
}
