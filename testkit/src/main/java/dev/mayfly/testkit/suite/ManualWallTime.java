package dev.mayfly.testkit.suite;

import dev.mayfly.engine.clock.WallTime;
import java.util.concurrent.atomic.AtomicLong;

/** A machine whose wall clock a test sets. */
public final class ManualWallTime implements WallTime {
  private final AtomicLong wallMillis;
  private final AtomicLong elapsedMillis = new AtomicLong();

  public ManualWallTime(long wallSecond) {
    wallMillis = new AtomicLong(wallSecond * 1000);
  }

  /** Time passes, and all readings show it. */
  public void passSeconds(long seconds) {
    elapsedMillis.addAndGet(seconds * 1000);
    wallMillis.addAndGet(seconds * 1000);
  }

  /** Someone sets the wall clock. */
  public void stepSeconds(long seconds) {
    wallMillis.addAndGet(seconds * 1000);
  }

  @Override
  public long wallMillis() {
    return wallMillis.get();
  }

  @Override
  public long nanoTime() {
    return elapsedMillis.get() * 1_000_000;
  }

  @Override
  public long uptimeMillis() {
    return elapsedMillis.get();
  }
}
