package dev.mayfly.query.cursor;

/**
 * How much a cursor reads at once.
 *
 * @param items in the first batch; between 1 and {@link #ITEMS_MAX}
 * @param growth by which that is multiplied for each further batch
 * @param keys that are looked up at once
 * @param bytes of the items of a batch
 * @param rows after which the deadline is checked
 */
public record BatchLimits(int items, int growth, int keys, long bytes, int rows) {
  public static final int ITEMS_MAX = 1000;

  public BatchLimits {
    if (items < 1 || items > ITEMS_MAX || growth < 1 || keys < 1) {
      throw new IllegalArgumentException(
          "items " + items + ", growth " + growth + ", keys " + keys);
    }
  }

  /** The number of items nearest to an expected number that a batch may have. */
  public static int items(long expected, int least) {
    return (int) Math.max(least, Math.min(expected, ITEMS_MAX));
  }
}
