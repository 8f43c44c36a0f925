package dev.mayfly.engine.format;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Arrays;

/**
 * How far an index is built, and what its rows are like. The row goes in the commit in which the
 * rows of the index go: whoever sees it in a snapshot sees them.
 *
 * @param ready all items have their rows
 * @param multikey some item has, or had, an array on the way
 * @param cut some key is, or was, too long to be kept whole
 * @param seenItems how many items the build has looked at
 * @param builtTo the key of the last of them; empty before the first
 */
public record IndexProgress(
    boolean ready, boolean multikey, boolean cut, long seenItems, byte[] builtTo) {
  /** Nothing is built. */
  public static final IndexProgress BUILDING =
      new IndexProgress(false, false, false, 0, Bytes.EMPTY);

  /** There is nothing to build. */
  public static final IndexProgress READY = new IndexProgress(true, false, false, 0, Bytes.EMPTY);

  private static final int READY_FLAG = 1;
  private static final int MULTIKEY_FLAG = 1 << 1;
  private static final int CUT_FLAG = 1 << 2;
  private static final int BUILT_TO = 9;

  public byte[] encode() {
    byte[] row = new byte[BUILT_TO + builtTo.length];
    row[0] =
        (byte) ((ready ? READY_FLAG : 0) | (multikey ? MULTIKEY_FLAG : 0) | (cut ? CUT_FLAG : 0));
    Bytes.putLong(row, 1, seenItems);
    System.arraycopy(builtTo, 0, row, BUILT_TO, builtTo.length);
    return row;
  }

  /** Takes a row apart; one that is missing is as damaged as one that is wrong. */
  public static IndexProgress decode(byte[] row) {
    if (row == null || row.length < BUILT_TO || (row[0] & ~7) != 0) {
      throw new EngineException(
          ErrorCode.CORRUPTED, "The row of an index does not hold what it must.");
    }
    return new IndexProgress(
        (row[0] & READY_FLAG) != 0,
        (row[0] & MULTIKEY_FLAG) != 0,
        (row[0] & CUT_FLAG) != 0,
        Bytes.getLong(row, 1),
        Bytes.tail(row, BUILT_TO));
  }

  /** With what a key was like that was added. */
  public IndexProgress with(boolean nowMultikey, boolean nowCut) {
    return new IndexProgress(ready, multikey || nowMultikey, cut || nowCut, seenItems, builtTo);
  }

  /** With so many more items looked at. */
  public IndexProgress builtTo(byte[] itemKey, long items) {
    return new IndexProgress(ready, multikey, cut, seenItems + items, itemKey);
  }

  /** With all items looked at. */
  public IndexProgress asReady() {
    return new IndexProgress(true, multikey, cut, seenItems, Bytes.EMPTY);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexProgress that && Arrays.equals(encode(), that.encode());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encode());
  }
}
