package dev.mayfly.engine.clock;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/**
 * The clock that tests move (rule G1), for ephemeral stores only. It ticks with real time, can be
 * frozen and advanced, and never goes back. A move counts as confirmed: nothing is doubted here.
 */
public final class MovableClock implements TtlClock {
  private final RealTime realTime;
  private final MoveListeners listeners = new MoveListeners();

  // Guarded by this. The clock stood at baseMillis when real time was baseNano.
  private long baseMillis;
  private long baseNano;
  private boolean frozen;

  private MovableClock(long baseMillis, boolean frozen, RealTime realTime) {
    this.realTime = requireNonNull(realTime, "realTime");
    checkDomain(Math.floorDiv(baseMillis, 1000));
    this.baseMillis = baseMillis;
    this.baseNano = realTime.nanoTime();
    this.frozen = frozen;
  }

  /** Ticks, starting at the wall clock's time. */
  public static MovableClock fromWallClock() {
    return new MovableClock(System.currentTimeMillis(), false, RealTime.SYSTEM);
  }

  /** Ticks, starting at the beginning of the given second. */
  public static MovableClock tickingFrom(long epochSecond, RealTime realTime) {
    checkDomain(epochSecond);
    return new MovableClock(epochSecond * 1000, false, realTime);
  }

  /** Stands still at the beginning of the given second. */
  public static MovableClock frozenAt(long epochSecond) {
    checkDomain(epochSecond);
    return new MovableClock(epochSecond * 1000, true, RealTime.SYSTEM);
  }

  @Override
  public synchronized long epochSecond() {
    return Math.floorDiv(nowMillis(), 1000);
  }

  @Override
  public synchronized long epochMilli() {
    return nowMillis();
  }

  /** The clock stands still until {@link #advance} or {@link #reset}. */
  public synchronized void freeze() {
    rebase(nowMillis());
    frozen = true;
  }

  /** The clock ticks again from where it stands; it does not return to the wall clock's time. */
  public void reset() {
    synchronized (this) {
      rebase(nowMillis());
      frozen = false;
    }
    listeners.moved();
  }

  /**
   * Starts again at any time, also an earlier one. Only {@link dev.mayfly.engine.Engine#clear}
   * calls this, when nothing is left that was judged by the time before.
   *
   * @throws EngineException BAD_REQUEST if no clock can stand there
   */
  public void restartAt(long epochMilli, boolean standing) {
    checkDomain(Math.floorDiv(epochMilli, 1000));
    synchronized (this) {
      rebase(epochMilli);
      frozen = standing;
    }
    listeners.moved();
  }

  /**
   * Moves the clock forward, frozen or not.
   *
   * @return the second at which the clock stands then
   * @throws EngineException BAD_REQUEST if the number is negative or leads past the year 9999
   */
  public long advance(long seconds) {
    long second;
    synchronized (this) {
      long nowMillis = nowMillis();
      long mostSeconds = EpochSeconds.MAX - Math.floorDiv(nowMillis, 1000);
      if (seconds < 0 || seconds > mostSeconds) {
        throw new EngineException(
            ErrorCode.BAD_REQUEST,
            "The clock cannot be advanced by %d seconds; give a number from 0 to %d."
                .formatted(seconds, Math.max(0, mostSeconds)));
      }
      rebase(nowMillis + seconds * 1000);
      second = Math.floorDiv(baseMillis, 1000);
    }
    listeners.moved();
    return second;
  }

  /**
   * Moves the clock to the stored time if that is later; there is no bound, moves are confirmed.
   */
  @Override
  public void resumeFrom(long storedEpochSecond) {
    checkDomain(storedEpochSecond);
    synchronized (this) {
      long nowMillis = nowMillis();
      if (storedEpochSecond * 1000 <= nowMillis) {
        return;
      }
      rebase(storedEpochSecond * 1000);
    }
    listeners.moved();
  }

  @Override
  public synchronized long millisToNextSecond() {
    return frozen ? 1000 : 1000 - Math.floorMod(nowMillis(), 1000L);
  }

  @Override
  public void onMove(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public synchronized Status status() {
    return new Status(Math.floorDiv(nowMillis(), 1000), frozen, 0);
  }

  /** Does nothing: a clock that is moved on purpose has no steps that are not believed. */
  @Override
  public void confirmStep() {}

  private long nowMillis() {
    return frozen ? baseMillis : baseMillis + (realTime.nanoTime() - baseNano) / 1_000_000;
  }

  private void rebase(long millis) {
    baseMillis = millis;
    baseNano = realTime.nanoTime();
  }

  private static void checkDomain(long epochSecond) {
    if (!EpochSeconds.isValid(epochSecond)) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The clock cannot stand at epoch second %d; give a number from 0 to %d."
              .formatted(epochSecond, EpochSeconds.MAX));
    }
  }
}
