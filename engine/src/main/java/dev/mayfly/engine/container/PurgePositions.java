package dev.mayfly.engine.container;

import java.util.HashMap;
import java.util.Map;

/**
 * Up to where the queues of a container are known to be empty, so that the purge does not walk over
 * the tombstones it left. Lost at a restart and found again by walking once. Not thread safe: only
 * for the writer.
 */
public final class PurgePositions {
  private final Map<Integer, Place> emptyBefore = new HashMap<>();
  private long laneEmptyUpToLsn;

  /**
   * A place in a queue. The LSN counts: a million items may die in the same second, and the purge
   * takes many slices for them.
   */
  public record Place(long second, long lsn) {
    /** Before everything. */
    public static final Place START = new Place(Long.MIN_VALUE, 0);

    private boolean isBefore(Place other) {
      return second < other.second || second == other.second && lsn < other.lsn;
    }
  }

  /** Every row of the inheriting lane up to this LSN is gone. */
  public long laneEmptyUpToLsn() {
    return laneEmptyUpToLsn;
  }

  public void laneEmptyUpTo(long lsn) {
    laneEmptyUpToLsn = lsn;
  }

  /** Every row of a source's queue before this place is gone. */
  public Place emptyBefore(int source) {
    return emptyBefore.getOrDefault(source, Place.START);
  }

  public void emptyBefore(int source, Place place) {
    emptyBefore.put(source, place);
  }

  /** A row was put into a source's queue. */
  public void inserted(int source, long second, long lsn) {
    Place place = new Place(second, lsn);
    if (place.isBefore(emptyBefore(source))) {
      emptyBefore.put(source, place);
    }
  }
}
