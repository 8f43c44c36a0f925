package dev.mayfly.engine.commit;

import dev.mayfly.engine.clock.LogTime;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * The last changes that were made while no operation log was kept: they become its beginning, so
 * that the first reader may start at a write that it has just seen acknowledged. On the committing
 * thread only.
 */
final class UnloggedChanges {
  private static final int CHANGES_MAX = 256;
  private static final long BYTES_MAX = 1 << 20;

  private final Deque<LoggedChange> changes = new ArrayDeque<>();
  private long bytes;
  private long completeAfter;

  /** Every change after this log time is known. */
  long completeAfter() {
    return completeAfter;
  }

  Collection<LoggedChange> changes() {
    return changes;
  }

  void add(LoggedChange change) {
    changes.addLast(change);
    bytes += change.bytes();
    while (changes.size() > CHANGES_MAX || bytes > BYTES_MAX && !changes.isEmpty()) {
      LoggedChange first = changes.removeFirst();
      bytes -= first.bytes();
      completeAfter = LogTime.of(first.second(), first.lsn());
    }
  }

  /** Nothing up to that log time is known. */
  void clear(long time) {
    changes.clear();
    bytes = 0;
    completeAfter = time;
  }
}
