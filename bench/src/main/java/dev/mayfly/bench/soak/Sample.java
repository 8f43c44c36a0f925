package dev.mayfly.bench.soak;

import java.util.Locale;

/**
 * A sample of a server, taken from outside.
 *
 * @param seconds since the load began
 */
record Sample(
    double seconds,
    long heapBytes,
    long residentBytes,
    long threads,
    long openFiles,
    long backlogItems,
    long liveItems,
    long storageBytes) {
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "heap %.1f MB, resident %.0f MB, threads %d, files %d, backlog %,d, alive %,d, "
            + "store %.0f MB",
        heapBytes / 1e6,
        residentBytes / 1e6,
        threads,
        openFiles,
        backlogItems,
        liveItems,
        storageBytes / 1e6);
  }
}
