package dev.mayfly.engine.pending;

import dev.mayfly.engine.storage.RowCursor;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.UnaryOperator;

/** Merges a walk over committed rows with pending rows, which hide committed ones. */
final class PendingCursor implements RowCursor {
  private final RowCursor base;
  private final boolean down;
  private final UnaryOperator<byte[]> shown;

  /** In the order of the walk; null values are deleted rows. */
  private NavigableMap<byte[], byte[]> pending;

  private Iterator<Map.Entry<byte[], byte[]>> walk;

  /** The next pending row; null if it is to be taken from the walk. */
  private Map.Entry<byte[], byte[]> ahead;

  /** Whether the base stands on a row that has not been returned. */
  private boolean baseAhead;

  private boolean baseEnded;

  /** The current row if it is pending; null if it is that of the base. */
  private Map.Entry<byte[], byte[]> current;

  PendingCursor(
      RowCursor base,
      NavigableMap<byte[], byte[]> pending,
      boolean down,
      UnaryOperator<byte[]> shown) {
    this.base = base;
    this.pending = pending;
    this.walk = pending.entrySet().iterator();
    this.down = down;
    this.shown = shown;
  }

  @Override
  public boolean next() {
    advanceBase();
    while (true) {
      if (ahead == null && walk.hasNext()) {
        ahead = walk.next();
      }
      if (ahead == null || baseAhead && order(base.key(), ahead.getKey()) < 0) {
        current = null;
        boolean there = baseAhead;
        baseAhead = false;
        return there;
      }
      if (baseAhead && order(base.key(), ahead.getKey()) == 0) {
        baseAhead = false;
        advanceBase();
      }
      current = ahead;
      ahead = null;
      if (current.getValue() != null) {
        return true;
      }
    }
  }

  private void advanceBase() {
    if (!baseAhead && !baseEnded) {
      baseAhead = base.next();
      baseEnded = !baseAhead;
    }
  }

  /** In the direction of the walk. */
  private int order(byte[] one, byte[] other) {
    int order = Arrays.compareUnsigned(one, other);
    return down ? -order : order;
  }

  @Override
  public void skipTo(byte[] bound) {
    boolean reached =
        baseAhead && (down ? order(base.key(), bound) > 0 : order(base.key(), bound) >= 0);
    if (!baseEnded && !reached) {
      base.skipTo(bound);
      baseAhead = false;
    }
    pending = pending.tailMap(bound, !down);
    walk = pending.entrySet().iterator();
    ahead = null;
    current = null;
  }

  @Override
  public byte[] key() {
    return current == null ? base.key() : current.getKey();
  }

  @Override
  public byte[] value() {
    return current == null ? base.value() : shown.apply(current.getValue());
  }

  @Override
  public void close() {
    base.close();
  }
}
