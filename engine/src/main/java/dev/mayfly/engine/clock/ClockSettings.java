package dev.mayfly.engine.clock;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/**
 * Which steps of the wall clock {@link SystemTtlClock} adopts.
 *
 * @param forwardBoundSeconds a forward step of the wall clock that is larger than this is not
 *     believed; 0 = every forward step is adopted
 * @param backwardBoundSeconds a backward step up to this, and a wall clock that at the start is
 *     behind the stored time by up to this, is waited out
 * @param acceptClockBehind start although the wall clock is behind the stored time by more than the
 *     bound (the flag {@code --accept-clock-behind}); see {@link SystemTtlClock#resumeFrom}
 */
public record ClockSettings(
    long forwardBoundSeconds, long backwardBoundSeconds, boolean acceptClockBehind) {
  public static final ClockSettings DEFAULT = new ClockSettings(3600, 60, false);

  /** A hundred years: more is no bound, and keeps the arithmetic in milliseconds safe. */
  static final long MAX_BOUND_SECONDS = 100L * 366 * 86_400;

  public ClockSettings {
    checkBound("forward", forwardBoundSeconds);
    checkBound("backward", backwardBoundSeconds);
  }

  public ClockSettings withForwardBoundSeconds(long seconds) {
    return new ClockSettings(seconds, backwardBoundSeconds, acceptClockBehind);
  }

  public ClockSettings withBackwardBoundSeconds(long seconds) {
    return new ClockSettings(forwardBoundSeconds, seconds, acceptClockBehind);
  }

  public ClockSettings withAcceptClockBehind(boolean accept) {
    return new ClockSettings(forwardBoundSeconds, backwardBoundSeconds, accept);
  }

  private static void checkBound(String direction, long seconds) {
    if (seconds < 0 || seconds > MAX_BOUND_SECONDS) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The bound for %s clock steps is %d seconds; give a number from 0 to %d."
              .formatted(direction, seconds, MAX_BOUND_SECONDS));
    }
  }
}
