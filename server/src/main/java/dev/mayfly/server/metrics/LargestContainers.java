package dev.mayfly.server.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Bounds the metrics however many containers there are: the largest, and the sum of the others. */
final class LargestContainers {
  static final int CONTAINERS_MAX = 500;

  /** Stands for the database and the container of the sum; no database can have this name. */
  static final String OTHERS = "/others";

  private static final Comparator<ContainerSample> LARGEST_FIRST =
      Comparator.comparingLong((ContainerSample each) -> each.liveBytes() + each.backlogBytes())
          .thenComparing(ContainerSample::userRequestUnitsTotal)
          .reversed()
          .thenComparing(ContainerSample::database)
          .thenComparing(ContainerSample::container);

  private LargestContainers() {}

  static List<ContainerSample> of(List<ContainerSample> all) {
    if (all.size() <= CONTAINERS_MAX) {
      return all;
    }
    List<ContainerSample> sorted = all.stream().sorted(LARGEST_FIRST).toList();
    List<ContainerSample> shown = new ArrayList<>(sorted.subList(0, CONTAINERS_MAX));
    shown.add(
        sorted.subList(CONTAINERS_MAX, sorted.size()).stream()
            .reduce(LargestContainers::sum)
            .orElseThrow());
    return shown;
  }

  /**
   * The age is that of the older one, and there is no default and nothing left over; all else is
   * added up.
   */
  private static ContainerSample sum(ContainerSample one, ContainerSample other) {
    return new ContainerSample(
        OTHERS,
        OTHERS,
        one.liveItems() + other.liveItems(),
        one.liveBytes() + other.liveBytes(),
        one.backlogItems() + other.backlogItems(),
        one.backlogBytes() + other.backlogBytes(),
        Math.max(one.oldestUnpurgedDeadlineAgeSeconds(), other.oldestUnpurgedDeadlineAgeSeconds()),
        one.purgedItemsTotal() + other.purgedItemsTotal(),
        one.purgeRequestUnitsTotal() + other.purgeRequestUnitsTotal(),
        Double.NaN,
        one.userRequestUnitsTotal() + other.userRequestUnitsTotal(),
        one.throttledRequestsTotal() + other.throttledRequestsTotal(),
        one.expiring().plus(other.expiring()),
        null,
        one.builds().plus(other.builds()));
  }
}
