package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.engine.container.AutomaticIndexes;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.registry.IndexRegistry;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Makes the indexes that queries asked for, and drops those that none uses any more: an index is
 * paid for by every write.
 *
 * <p>Constants: {@code INDEXES_MAX}, 16, for each container: writes with ten indexes take about
 * twice the time of those with none. {@code UNUSED_NANOS}, 7 days: longer than a weekly report
 * waits. {@code IN_USE_NANOS}, 10 minutes: one that was used since is not given up for another.
 * {@code REFUSED_NANOS}, 1 minute: a path that got none is not considered again for so long.
 */
final class AutomaticIndexing {
  static final int INDEXES_MAX = 16;
  private static final long UNUSED_NANOS = TimeUnit.DAYS.toNanos(7);
  private static final long IN_USE_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long REFUSED_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final IndexRegistry registry;
  private final RealTime realTime;

  AutomaticIndexing(IndexRegistry registry, RealTime realTime) {
    this.registry = requireNonNull(registry, "registry");
    this.realTime = requireNonNull(realTime, "realTime");
  }

  /** Whether a container has automatic indexes, requests or refusals to maintain. */
  boolean isNeeded(OpenContainer container) {
    AutomaticIndexes automatic = container.automaticIndexes();
    return automatic.hasRequests()
        || automatic.hasRefusals()
        || container.snapshot().indexes().list().stream()
            .anyMatch(index -> index.source().automatic());
  }

  /** Looks after a container's automatic indexes. */
  void maintain(OpenContainer container) {
    AutomaticIndexes asked = container.automaticIndexes();
    if (container.isDropped() || !isNeeded(container)) {
      return;
    }
    long now = realTime.nanoTime();
    asked.forgetRefusals(now);
    for (OpenIndex index : automatic(container)) {
      if (now - asked.lastUsedNanos(index.id(), now) > UNUSED_NANOS) {
        evict(container, index, "No query used it for 7 days.");
      }
    }
    for (PathIndex index : asked.takeRequests()) {
      make(container, index, now);
    }
  }

  private void make(OpenContainer container, PathIndex wanted, long now) {
    if (container.snapshot().indexes().named(wanted.name()) != null) {
      return;
    }
    List<OpenIndex> indexes = automatic(container);
    if (indexes.size() >= INDEXES_MAX) {
      AutomaticIndexes asked = container.automaticIndexes();
      OpenIndex oldest =
          indexes.stream()
              .min(Comparator.comparing(index -> asked.lastUsedNanos(index.id(), now) - now))
              .orElseThrow();
      if (now - asked.lastUsedNanos(oldest.id(), now) < IN_USE_NANOS) {
        asked.refuse(
            wanted,
            "The container has " + INDEXES_MAX + " automatic indexes.",
            now + REFUSED_NANOS);
        return;
      }
      evict(container, oldest, "Another path needed an index, " + wanted.name() + ".");
    }
    registry.addAutomatic(container, wanted);
  }

  private void evict(OpenContainer container, OpenIndex index, String reason) {
    registry.dropAutomatic(container, index);
    container.automaticIndexes().evicted(index, reason);
  }

  private static List<OpenIndex> automatic(OpenContainer container) {
    return container.snapshot().indexes().list().stream()
        .filter(index -> index.source().automatic())
        .toList();
  }
}
