package dev.mayfly.engine.catalog;

/**
 * Holds a container's time for the moment in which its policy changes, so that no reader sees an
 * item die under the old policy after the instant at which the new one took force.
 *
 * <p>It is published first and set after: whoever meets it unset waits for the few instructions
 * until it is set. So a reader either took its instant before the cap did, or is capped by it.
 */
final class InstantCap {
  private static final long UNSET = Long.MIN_VALUE;
  private volatile long second = UNSET;

  void set(long second) {
    this.second = second;
  }

  long cap(long nowSecond) {
    while (second == UNSET) {
      Thread.onSpinWait();
    }
    return Math.min(nowSecond, second);
  }
}
