package dev.mayfly.engine.clock;

/**
 * The clock that TTL goes by, in whole epoch seconds (rule B6).
 *
 * <p>Duties: {@link #epochSecond} never returns less than it returned before to any thread, nor
 * less than the value given to {@link #resumeFrom}. It is cheap enough to be asked a few times for
 * each request.
 */
public interface TtlClock {
  long epochSecond();

  /**
   * Now in milliseconds, for display. Its second is never before one that was returned; within a
   * second it may go back. A clock may have a resolution of one second only.
   */
  default long epochMilli() {
    return epochSecond() * 1000;
  }

  /**
   * Called once when a store is opened, with the highest second that the store has seen. From then
   * on the clock does not return less.
   *
   * @throws dev.mayfly.engine.error.EngineException CLOCK_BEHIND if the wall clock is behind by
   *     more than the clock's bound; the message says what to do
   */
  void resumeFrom(long storedEpochSecond);

  /**
   * Milliseconds of real time until {@link #epochSecond} may next return more, for threads that
   * wait for a deadline; at most 1000.
   */
  long millisToNextSecond();

  /** The listener is called (on any thread) when the clock was moved or a step was adopted. */
  void onMove(Runnable listener);

  /** For people and metrics. */
  Status status();

  /** Adopts a wall clock step that was not believed (rule B6). Does nothing where there is none. */
  void confirmStep();

  /**
   * @param epochSecond now
   * @param frozen true if the clock stands still because someone froze it
   * @param unbelievedStepSeconds how far the wall clock is from this clock because of a step that
   *     is not believed; 0 in the ordinary case
   */
  record Status(long epochSecond, boolean frozen, long unbelievedStepSeconds) {}
}
