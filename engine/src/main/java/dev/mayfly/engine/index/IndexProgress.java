package dev.mayfly.engine.index;

import java.util.Arrays;
import java.util.Objects;

/**
 * How far an index is built, and what its rows are like. The row goes in the commit in which the
 * rows of the index go: a snapshot that has it has them.
 *
 * @param ready all items have their rows
 * @param multikey some item has, or had, an array on the way
 * @param cut some key is, or was, too long to be kept whole
 * @param seenItems how many items the build has read
 * @param builtTo the key of the last of them; empty before the first
 */
public record IndexProgress(
    boolean ready, boolean multikey, boolean cut, long seenItems, byte[] builtTo) {
  private static final byte[] NOTHING = {};

  /** Nothing is built. */
  public static final IndexProgress BUILDING = new IndexProgress(false, false, false, 0, NOTHING);

  /** There is nothing to build. */
  public static final IndexProgress READY = new IndexProgress(true, false, false, 0, NOTHING);

  /** With what a key was like that was added. */
  public IndexProgress with(boolean nowMultikey, boolean nowCut) {
    return new IndexProgress(ready, multikey || nowMultikey, cut || nowCut, seenItems, builtTo);
  }

  /** With so many more items read. */
  public IndexProgress builtTo(byte[] itemKey, long items) {
    return new IndexProgress(ready, multikey, cut, seenItems + items, itemKey);
  }

  /** With all items read. */
  public IndexProgress asReady() {
    return new IndexProgress(true, multikey, cut, seenItems, NOTHING);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexProgress that
        && ready == that.ready
        && multikey == that.multikey
        && cut == that.cut
        && seenItems == that.seenItems
        && Arrays.equals(builtTo, that.builtTo);
  }

  @Override
  public int hashCode() {
    return Objects.hash(ready, multikey, cut, seenItems, Arrays.hashCode(builtTo));
  }
}
