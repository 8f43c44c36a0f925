package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.RealTime;

/** How much of the writer's time one slice may take. */
final class SliceLimits {
  /** The clock is read once per this many rows: a reading costs about as much as a row. */
  private static final int ROWS_PER_CHECK = 16;

  private final RealTime realTime;
  private final int rowsMax;
  private final long nanosMax;
  private long startNanos;
  private int rows;

  SliceLimits(RealTime realTime, int rowsMax, long nanosMax) {
    this.realTime = requireNonNull(realTime, "realTime");
    this.rowsMax = rowsMax;
    this.nanosMax = nanosMax;
  }

  void start() {
    startNanos = realTime.nanoTime();
    rows = 0;
  }

  /** Counts a row; false if the slice must end before it. */
  boolean row() {
    if (rows >= rowsMax) {
      return false;
    }
    if (rows % ROWS_PER_CHECK == 0 && rows > 0 && realTime.nanoTime() - startNanos > nanosMax) {
      return false;
    }
    rows++;
    return true;
  }
}
