package dev.mayfly.bench.engine;

/**
 * How much a run does.
 *
 * @param rounds of alternating measurements
 * @param roundMillis of one measurement
 * @param hotItems read and written in the cache
 * @param purgedItems whose purge is compared with bare deletes
 * @param dueItems purged at once among others that live
 * @param liveItems numbers of living items among which the due ones are purged
 * @param neverItems the same where most never expire
 * @param backlogItems purged beside readers
 * @param readItems alive beside the backlog
 * @param latencyMillis of one measurement of latencies
 * @param lagDeadlines waited for
 */
record Scale(
    int rounds,
    long roundMillis,
    int hotItems,
    int purgedItems,
    int dueItems,
    int[] liveItems,
    int neverItems,
    int backlogItems,
    int readItems,
    long latencyMillis,
    int lagDeadlines) {
  /** Ends within about a minute on two cores. */
  static final Scale QUICK =
      new Scale(
          7,
          80,
          40_000,
          60_000,
          10_000,
          new int[] {10_000, 200_000},
          80_000,
          160_000,
          40_000,
          200,
          2);

  /** Takes some minutes. */
  static final Scale FULL =
      new Scale(
          7,
          1500,
          100_000,
          300_000,
          10_000,
          new int[] {10_000, 1_000_000, 10_000_000},
          10_000_000,
          1_000_000,
          500_000,
          1500,
          15);
}
