package dev.mayfly.engine.container;

/**
 * Holds a container's time for the moment in which its policy changes, so that no reader sees an
 * item die under the old policy after the instant at which the new one took force.
 *
 * <p>It is published first and set after: a reader that finds it unset spins for the few
 * instructions until it is set. So a reader either took its instant before the cap did, or is
 * capped by it.
 */
public final class InstantCap {
  private static final long UNSET = Long.MIN_VALUE;
  private volatile long second = UNSET;

  public void set(long second) {
    this.second = second;
  }

  long cap(long nowSecond) {
    while (second == UNSET) {
      Thread.onSpinWait();
    }
    return Math.min(nowSecond, second);
  }
}
