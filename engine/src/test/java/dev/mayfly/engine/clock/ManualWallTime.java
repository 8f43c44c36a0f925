package dev.mayfly.engine.clock;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A machine whose clocks a test moves. */
final class ManualWallTime implements WallTime {
  static final long START_SECOND = Instant.parse("2026-03-01T12:00:00Z").getEpochSecond();

  private final AtomicLong wallMillis = new AtomicLong(START_SECOND * 1000);
  // Near the overflow of nanoTime, which the clock must survive.
  private final AtomicLong nano = new AtomicLong(Long.MAX_VALUE - 3_000_000_000L);
  private final AtomicLong uptimeMillis = new AtomicLong(77_000);
  private final AtomicLong uptimeReads = new AtomicLong();

  /** Time passes, and all sources see it. */
  void passMillis(long millis) {
    nano.addAndGet(millis * 1_000_000);
    wallMillis.addAndGet(millis);
    // As on Linux the uptime is in hundredths of a second; tests pass whole ones.
    uptimeMillis.addAndGet(millis);
  }

  void passSeconds(long seconds) {
    passMillis(seconds * 1000);
  }

  /** Someone sets the wall clock. */
  void stepMillis(long millis) {
    wallMillis.addAndGet(millis);
  }

  void stepSeconds(long seconds) {
    stepMillis(seconds * 1000);
  }

  /** The machine sleeps: nanoTime stands still. */
  void suspendSeconds(long seconds) {
    wallMillis.addAndGet(seconds * 1000);
    uptimeMillis.addAndGet(seconds * 1000);
  }

  /** Time passes, but this machine's uptime does not show it. */
  void passSecondsWithoutUptime(long seconds) {
    nano.addAndGet(seconds * 1_000_000_000L);
    wallMillis.addAndGet(seconds * 1000);
  }

  long wallSecond() {
    return Math.floorDiv(wallMillis.get(), 1000);
  }

  long uptimeReads() {
    return uptimeReads.get();
  }

  @Override
  public long wallMillis() {
    return wallMillis.get();
  }

  @Override
  public long nanoTime() {
    return nano.get();
  }

  @Override
  public long uptimeMillis() {
    uptimeReads.incrementAndGet();
    return uptimeMillis.get();
  }
}
