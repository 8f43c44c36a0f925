package dev.mayfly.engine.clock;

import static java.util.Objects.requireNonNull;

/**
 * The clock of a node that follows: the second that its leader has last committed, as far as this
 * node has applied it. The machine's own clock has no part in it, so all nodes that have applied
 * the same judge the same.
 */
public final class ReplicatedClock implements TtlClock {
  private final MoveListeners listeners = new MoveListeners();
  private final RealTime realTime;
  private volatile long second;
  private volatile long movedNanos;

  public ReplicatedClock(RealTime realTime) {
    this.realTime = requireNonNull(realTime, "realTime");
    this.movedNanos = realTime.nanoTime();
  }

  /** Real time since it last moved: long, if the leader can't be heard. */
  public long silentNanos() {
    return realTime.nanoTime() - movedNanos;
  }

  @Override
  public long epochSecond() {
    return second;
  }

  /** The leader has committed that second. */
  public void advanceTo(long next) {
    synchronized (this) {
      if (next <= second) {
        return;
      }
      second = next;
      movedNanos = realTime.nanoTime();
    }
    listeners.moved();
  }

  @Override
  public void resumeFrom(long storedEpochSecond) {
    advanceTo(storedEpochSecond);
  }

  @Override
  public long millisToNextSecond() {
    return 1000;
  }

  @Override
  public void onMove(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public Status status() {
    return new Status(second, false, 0);
  }

  /** Does nothing: steps are the leader's concern. */
  @Override
  public void confirmStep() {}
}
