package dev.mayfly.engine.ru;

/**
 * What operations cost, in hundredths of a request unit. Deterministic: the same operation on the
 * same live data costs the same.
 *
 * <p>Point reads and writes go by the published figures for sizes from 1 KB to 2 MB, with straight
 * lines between them. Smaller items cost what 1 KB costs; beyond 2 MB the last line is extended.
 * Each indexed term that is added or removed costs 0.2.
 *
 * <p>A dead item counts as absent, purged or not (rule C2): writing over it is a {@link #create},
 * reading it is a {@link #readMissing}.
 */
public final class Charges {
  private static final long TERM = 20;
  private static final long PATCH_OPERATION = 40;
  private static final long READ_MISSING = 100;
  private static final long REJECTED_WRITE = 124;
  private static final long FEED_PAGE_MINIMUM = 100;
  private static final long QUERY_PAGE_BASE = 230;

  // Replacing costs less than deleting and creating: this share of the delete puts 1 KB with 10
  // terms at 10.81, the published figure being about 10.8.
  private static final long REPLACED_SHARE_NUMERATOR = 5;
  private static final long REPLACED_SHARE_DENOMINATOR = 9;

  private static final int KB = 1024;

  /** Each size is twice the one before, from 1 KB to 2 MB. */
  private static final int[] READ = {
    100, 104, 114, 133, 167, 219, 476, 995, 2028, 4095, 14590, 29180
  };

  private static final int[] WRITE = {
    495, 629, 667, 704, 952, 1123, 2267, 4819, 9829, 18457, 62500, 125000
  };

  private Charges() {}

  /** A point read of an item. */
  public static long read(int sizeBytes) {
    return bySize(READ, sizeBytes);
  }

  /** A point read that finds nothing. */
  public static long readMissing() {
    return READ_MISSING;
  }

  public static long create(int sizeBytes, int terms) {
    return bySize(WRITE, sizeBytes) + byTerms(terms);
  }

  /** A new version over a live one: the create of the new and a share of the delete of the old. */
  public static long replace(int oldSizeBytes, int oldTerms, int newSizeBytes, int newTerms) {
    long removed = delete(oldSizeBytes, oldTerms) * REPLACED_SHARE_NUMERATOR;
    return create(newSizeBytes, newTerms) + divideRounded(removed, REPLACED_SHARE_DENOMINATOR);
  }

  /** As {@link #replace}, and 0.4 for each operation of the patch. */
  public static long patch(
      int oldSizeBytes, int oldTerms, int newSizeBytes, int newTerms, int operations) {
    return replace(oldSizeBytes, oldTerms, newSizeBytes, newTerms)
        + PATCH_OPERATION * checkNotNegative("operations", operations);
  }

  /** Also what the purge pays for an item, from its own account. */
  public static long delete(int sizeBytes, int terms) {
    return bySize(WRITE, sizeBytes) + byTerms(terms);
  }

  /** A write that was refused: not valid, a conflict, a condition that does not hold. */
  public static long rejectedWrite() {
    return REJECTED_WRITE;
  }

  /**
   * An answer with a page of a feed: what point reads of its items cost, and at least 1.
   *
   * @param readsCentiRu the sum of {@link #read} over the items of the page
   */
  public static long feedPage(long readsCentiRu) {
    return Math.max(FEED_PAGE_MINIMUM, checkNotNegative("readsCentiRu", readsCentiRu));
  }

  /**
   * An answer with a page of a query: 2.3, and half of what point reads of the live items that it
   * read cost. One item of 1 KB: 2.8.
   *
   * @param readsCentiRu the sum of {@link #read} over the live items read
   */
  public static long queryPage(long readsCentiRu) {
    return QUERY_PAGE_BASE + divideRounded(checkNotNegative("readsCentiRu", readsCentiRu), 2);
  }

  private static long byTerms(int terms) {
    return TERM * checkNotNegative("terms", terms);
  }

  private static long bySize(int[] table, int sizeBytes) {
    checkNotNegative("sizeBytes", sizeBytes);
    if (sizeBytes <= KB) {
      return table[0];
    }
    // The last line serves everything beyond the table.
    int line = 0;
    while (line < table.length - 2 && sizeBytes > KB << (line + 1)) {
      line++;
    }
    long fromBytes = KB << line;
    long rise = (table[line + 1] - table[line]) * (sizeBytes - fromBytes);
    return table[line] + divideRounded(rise, fromBytes);
  }

  private static long divideRounded(long dividend, long divisor) {
    return (dividend + divisor / 2) / divisor;
  }

  private static long checkNotNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is negative: " + value);
    }
    return value;
  }
}
