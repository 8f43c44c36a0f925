package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.background.Backlog;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.count.Forecast;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.ttl.TtlValue;
import java.util.List;

/** Figures of a container for operators: backlog, rates, request units, what will expire. */
public final class ContainerMetrics {
  private final Container.Parts parts;
  private final OpenContainer container;
  private final Runnable requireOpen;

  ContainerMetrics(Container.Parts parts, OpenContainer container, Runnable requireOpen) {
    this.parts = requireNonNull(parts, "parts");
    this.container = requireNonNull(container, "container");
    this.requireOpen = requireNonNull(requireOpen, "requireOpen");
  }

  /** Items and bytes that are dead and not purged. */
  public Tally backlog() {
    requireOpen.run();
    long now = parts.timekeeper().nowBeforeSnapshot();
    return parts.liveCounts().dead(container.snapshot(), now);
  }

  /** Seconds since the oldest deadline of an item that is not purged; 0 if there is none. */
  public long backlogAgeSeconds() {
    requireOpen.run();
    long now = parts.timekeeper().nowSecond();
    long oldest = Backlog.oldestDeadline(parts.storage(), container.snapshot(), now);
    return oldest == Long.MAX_VALUE ? 0 : Math.max(0, now - oldest);
  }

  /** What expires in so many intervals of so many seconds from now on (G2). */
  public List<Forecast.Interval> forecast(long intervalSeconds, int intervals) {
    requireOpen.run();
    long now = parts.timekeeper().nowSecond();
    return parts.forecast().intervals(container.snapshot(), now, intervalSeconds, intervals);
  }

  /** How much another default would expire at once (G2): null = off, -1 = no default. */
  public Tally dryRun(Integer defaultTtl) {
    requireOpen.run();
    TtlValue.checkDefault(defaultTtl);
    long now = parts.timekeeper().nowSecond();
    ContainerSnapshot snapshot = container.snapshot();
    return parts
        .forecast()
        .wouldExpire(snapshot, snapshot.policy().withDefault(defaultTtl, now, Long.MAX_VALUE), now);
  }

  /** Purged items since the engine was opened. */
  public long purgedItemsTotal() {
    return container.purgedItems().sum();
  }

  public long purgeChargeTotalCentiRu() {
    return container.budget().purgeTotalCentiRu();
  }

  /** What users left in the last second, for the purge; Long.MAX_VALUE without a limit. */
  public long leftOverCentiRu() {
    return container.budget().leftOverCentiRu();
  }

  public long consumedTotalCentiRu() {
    return container.budget().consumedTotalCentiRu();
  }

  public long throttledTotal() {
    return container.budget().throttledTotal();
  }
}
