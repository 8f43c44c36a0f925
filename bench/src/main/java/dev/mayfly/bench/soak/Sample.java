package dev.mayfly.bench.soak;

import java.util.Locale;

/**
 * A sample of a server, taken from outside.
 *
 * @param seconds since the load began
 * @param perSecond requests since the last sample
 * @param p50Millis of short requests since the last sample
 */
record Sample(
    double seconds,
    long heapBytes,
    long residentBytes,
    long threads,
    long openFiles,
    long backlogItems,
    long liveItems,
    long storageBytes,
    double perSecond,
    double p50Millis,
    double p99Millis,
    double p999Millis) {
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "heap %.1f MB, resident %.0f MB, threads %d, files %d, backlog %,d, alive %,d, "
            + "store %.0f MB; %,.0f/s, p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms",
        heapBytes / 1e6,
        residentBytes / 1e6,
        threads,
        openFiles,
        backlogItems,
        liveItems,
        storageBytes / 1e6,
        perSecond,
        p50Millis,
        p99Millis,
        p999Millis);
  }
}
