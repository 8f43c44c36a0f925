package dev.mayfly.engine.catalog;

import java.util.HashMap;
import java.util.Map;

/**
 * Up to where the queues of a container are known to be empty, so that the purge does not walk over
 * the tombstones it left. Lost at a restart and found again by walking once. Not thread safe: only
 * for the writer.
 */
public final class PurgePositions {
  private final Map<Integer, Long> emptyBelow = new HashMap<>();
  private long laneEmptyUpToLsn;

  /** Every row of the inheriting lane up to this LSN is gone. */
  public long laneEmptyUpToLsn() {
    return laneEmptyUpToLsn;
  }

  public void laneEmptyUpTo(long lsn) {
    laneEmptyUpToLsn = lsn;
  }

  /** Every row of a source's queue before this second is gone. */
  public long emptyBelow(int source) {
    return emptyBelow.getOrDefault(source, Long.MIN_VALUE);
  }

  public void emptyBelow(int source, long second) {
    emptyBelow.put(source, second);
  }

  /** A row was put into a source's queue. */
  public void inserted(int source, long second) {
    Long below = emptyBelow.get(source);
    if (below != null && second < below) {
      emptyBelow.put(source, second);
    }
  }
}
