package dev.mayfly.engine.catalog;

import java.util.HashMap;
import java.util.Map;

/**
 * Up to where the queues of a container are known to be empty, so that the purge does not walk over
 * the tombstones it left; and where rows came in, for the recorder of expiry events. Lost at a
 * restart and found again by walking once. Not thread safe: only for the writer.
 */
public final class PurgePositions {
  private final Map<Integer, Long> emptyBelow = new HashMap<>();
  private final Map<Integer, Long> earliestInserted = new HashMap<>();
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

  /** The earliest second at which a row came since the last call; MAX_VALUE if none did. */
  public long takeEarliestInserted(int source) {
    Long earliest = earliestInserted.remove(source);
    return earliest == null ? Long.MAX_VALUE : earliest;
  }

  /** A row was put into a source's queue. */
  public void inserted(int source, long second) {
    earliestInserted.merge(source, second, Math::min);
    Long below = emptyBelow.get(source);
    if (below != null && second < below) {
      emptyBelow.put(source, second);
    }
  }
}
