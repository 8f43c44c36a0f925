package dev.mayfly.server.metrics;

import static java.util.Objects.requireNonNull;

/**
 * The figures of one container (rule C7). Totals count since the server started.
 *
 * @param liveItems not expired, as of now, purged or not
 * @param backlogItems expired and not yet purged
 * @param oldestUnpurgedDeadlineAgeSeconds how late the purge is; 0 if nothing waits
 * @param purgeRequestUnitsTotal spent by the purge, never charged to users (rule C2)
 * @param leftOverRequestUnits what users left for the purge in the last second; not a number if
 *     nothing is limited
 * @param expiring what will expire soon
 * @param defaultTtl in seconds; -1 if there is none; null if TTL is off
 * @param builds of indexes and date TTLs that are running
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
    double leftOverRequestUnits,
    double userRequestUnitsTotal,
    long throttledRequestsTotal,
    Expiring expiring,
    Integer defaultTtl,
    Builds builds) {
  public ContainerSample {
    requireNonNull(database, "database");
    requireNonNull(container, "container");
    requireNonNull(expiring, "expiring");
    requireNonNull(builds, "builds");
  }

  /**
   * Builds over the items that a container has.
   *
   * @param running how many there are
   * @param seenItems how many items they have read together
   * @param items how many they have to read, approximately
   */
  public record Builds(long running, long seenItems, long items) {
    public static final Builds NONE = new Builds(0, 0, 0);

    Builds plus(Builds other) {
      return new Builds(running + other.running, seenItems + other.seenItems, items + other.items);
    }
  }

  /** How many live items will expire within some times from now. */
  public record Expiring(long withinMinute, long withinHour, long withinDay) {
    Expiring plus(Expiring other) {
      return new Expiring(
          withinMinute + other.withinMinute,
          withinHour + other.withinHour,
          withinDay + other.withinDay);
    }
  }
}
