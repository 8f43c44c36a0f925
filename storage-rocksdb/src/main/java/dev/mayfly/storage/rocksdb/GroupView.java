package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the decisions of a group see and write. One object serves all groups, one after another. */
final class GroupView implements WriteView {
  private final Database database;
  private final RowCache rowCache;
  private final StagedWrites overlay;
  private final long decisionBytesMax;
  private final List<RocksCursor> cursors = new ArrayList<>();
  private volatile Thread user;
  private boolean exclusive;
  private boolean syncRequired;
  private long stagedBefore;

  /** A stretch that was found empty; as there is one writer, it stays so until the commit. */
  private Stretch empty;

  private record Stretch(Table table, byte[] first, byte[] last) {
    boolean covers(Table other, byte[] key) {
      return table == other
          && Arrays.compareUnsigned(first, key) <= 0
          && Arrays.compareUnsigned(key, last) <= 0;
    }
  }

  GroupView(Database database, RowCache rowCache, StagedWrites overlay, long decisionBytesMax) {
    this.database = database;
    this.rowCache = rowCache;
    this.overlay = overlay;
    this.decisionBytesMax = decisionBytesMax;
  }

  void beginGroup() {
    syncRequired = false;
    empty = null;
  }

  /** The view is valid on this thread until {@link #expire}. */
  void lend(boolean toExclusive) {
    exclusive = toExclusive;
    stagedBefore = overlay.stagedBytes();
    user = Thread.currentThread();
  }

  void expire() {
    user = null;
    if (!cursors.isEmpty()) {
      cursors.forEach(RocksCursor::close);
      cursors.clear();
    }
  }

  boolean isSyncRequired() {
    return syncRequired;
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    checkUsable();
    byte[] staged = overlay.get(table, key);
    if (staged == StagedWrites.UNKNOWN) {
      return empty != null && empty.covers(table, key) ? null : committed(table, key);
    }
    return staged == StagedWrites.DELETED ? null : staged;
  }

  private byte[] committed(Table table, byte[] key) {
    byte[] known = rowCache.isOf(table) ? rowCache.findLast(key, KeyHash.of(table, key)) : null;
    return known == null ? database.get(table, key) : known;
  }

  @Override
  public void announce(Table table, byte[] first, byte[] last) {
    checkUsable();
    boolean none = Arrays.compareUnsigned(first, last) <= 0 && database.isEmpty(table, first, last);
    empty = none ? new Stretch(table, first, last) : null;
  }

  @Override
  public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
    checkExclusive("walk rows");
    RocksCursor cursor =
        new RocksCursor(database, table, null, fromInclusive, toExclusive, false, null);
    cursors.add(cursor);
    return cursor;
  }

  @Override
  public void put(Table table, byte[] key, byte[] value) {
    checkUsable();
    overlay.put(
        requireNonNull(table, "table"), requireNonNull(key, "key"), requireNonNull(value, "value"));
    checkSize();
  }

  /** Refused while it is being decided: nothing of it is in the group then. */
  private void checkSize() {
    if (overlay.stagedBytes() - stagedBefore > decisionBytesMax) {
      throw new EngineException(
          ErrorCode.TOO_LARGE,
          "The write changes more than "
              + decisionBytesMax
              + " bytes of rows, which is the most that is replicated at once. Split it");
    }
  }

  @Override
  public void delete(Table table, byte[] key) {
    checkUsable();
    overlay.delete(requireNonNull(table, "table"), requireNonNull(key, "key"));
  }

  @Override
  public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
    checkExclusive("delete ranges");
    requireNonNull(table, "table");
    if (Arrays.compareUnsigned(fromInclusive, toExclusive) < 0) {
      overlay.deleteRange(table, fromInclusive, toExclusive);
    }
  }

  @Override
  public void requireSync() {
    checkUsable();
    syncRequired = true;
  }

  private void checkExclusive(String what) {
    checkUsable();
    if (!exclusive) {
      throw new IllegalStateException("Only exclusive decisions may " + what);
    }
  }

  private void checkUsable() {
    if (Thread.currentThread() != user) {
      throw new IllegalStateException("The view is valid only during its call, on its thread");
    }
  }
}
