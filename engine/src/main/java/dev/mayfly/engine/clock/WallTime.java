package dev.mayfly.engine.clock;

/**
 * The three readings of the machine that {@link SystemTtlClock} compares; tests put their own in
 * their place.
 */
public interface WallTime {
  /** Milliseconds since the epoch, by the clock of the machine; may step in both directions. */
  long wallMillis();

  /** Nanoseconds since some origin; never runs backwards, may stand still during suspend. */
  long nanoTime();

  /**
   * Milliseconds since some origin, suspend included where the machine measures it; setting the
   * wall clock does not change it. May cost a file read. Where it falls behind nanoTime (some
   * sandboxes show an uptime that stands still) nanoTime counts.
   */
  long uptimeMillis();

  /** The readings of this machine. */
  static WallTime system() {
    return new SystemWallTime();
  }
}
