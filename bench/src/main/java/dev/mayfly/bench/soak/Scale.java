package dev.mayfly.bench.soak;

/**
 * How long a run lasts.
 *
 * @param seconds of load before the backlogs
 * @param sampleSeconds between two samples
 * @param judged whether growth is: a minute says nothing about it
 * @param backlogs that are purged one after the other
 * @param backlogItems of each
 * @param windowSeconds before each backlog, and at most while it is purged
 */
record Scale(
    int seconds,
    int sampleSeconds,
    boolean judged,
    int backlogs,
    int backlogItems,
    int windowSeconds) {
  static final int MINUTES = 30;

  /** Takes two minutes. */
  static final Scale QUICK = new Scale(45, 3, false, 3, 150_000, 8);

  /** Takes some minutes more for the backlogs, of which each has a million items. */
  static Scale minutes(int minutes) {
    return new Scale(minutes * 60, 10, true, 3, 1_000_000, 30);
  }
}
