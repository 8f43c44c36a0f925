package dev.mayfly.bench.events;

/** A server that reports the expiry of what it holds. */
interface Notifier extends AutoCloseable {
  String name();

  /** Adds items or keys that are not due for a long time. */
  void addLasting(int count) throws Exception;

  /**
   * Adds some that are due together soon, and follows their events.
   *
   * @param secondsMax how long after the deadline events are waited for
   * @return how many milliseconds after the deadline each event came, as far as they came
   */
  long[] expire(int count, int secondsMax) throws Exception;

  @Override
  void close() throws Exception;
}
