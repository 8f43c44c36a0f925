package dev.mayfly.server.metrics;

import static java.util.Objects.requireNonNull;

/**
 * The figures of one container (rule C7). Totals count since the server started.
 *
 * @param liveItems not expired, as of now, purged or not
 * @param backlogItems expired and not yet purged
 * @param oldestUnpurgedDeadlineAgeSeconds how late the purge is; 0 if nothing waits
 * @param purgeRequestUnitsTotal spent by the purge, never charged to users (rule C2)
 */
public record ContainerSample(
    String database,
    String container,
    long liveItems,
    long liveBytes,
    long backlogItems,
    long backlogBytes,
    long oldestUnpurgedDeadlineAgeSeconds,
    long purgedItemsTotal,
    double purgeRequestUnitsTotal,
    double purgedItemsPerSecond,
    double purgeRequestUnitsPerSecond,
    double userRequestUnitsTotal,
    long throttledRequestsTotal) {
  public ContainerSample {
    requireNonNull(database, "database");
    requireNonNull(container, "container");
  }
}
