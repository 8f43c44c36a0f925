package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.server.metrics.ContainerSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads the metrics of containers, and makes rates of the totals: per second, since the last
 * reading that is at least a second old. Thread safe.
 */
final class PurgeRates {
  private static final double CENTI = 100;
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoTime;
  private final Map<Name, Reading> readings = new HashMap<>();

  private record Name(String database, String container) {}

  /** What the totals were, and the rates as of then. */
  private record Reading(
      long nanos, long items, long centiRu, double itemsPerSecond, double ruPerSecond) {
    Reading next(long nowNanos, long nowItems, long nowCentiRu) {
      double seconds = (nowNanos - nanos) / 1e9;
      // A container deleted and made anew under its name begins again at zero.
      long purged = Math.max(0, nowItems - items);
      long spent = Math.max(0, nowCentiRu - centiRu);
      return new Reading(nowNanos, nowItems, nowCentiRu, purged / seconds, spent / CENTI / seconds);
    }
  }

  PurgeRates(LongSupplier nanoTime) {
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
  }

  /**
   * @throws dev.mayfly.engine.error.EngineException CONTAINER_NOT_FOUND if it was deleted meanwhile
   */
  ContainerSample read(Container container) {
    Tally live = container.live();
    Tally backlog = container.metrics().backlog();
    long purgedItems = container.metrics().purgedItemsTotal();
    long purgeCentiRu = container.metrics().purgeChargeTotalCentiRu();
    Reading rates =
        rates(new Name(container.database(), container.name()), purgedItems, purgeCentiRu);
    return new ContainerSample(
        container.database(),
        container.name(),
        live.items(),
        live.bytes(),
        backlog.items(),
        backlog.bytes(),
        container.metrics().backlogAgeSeconds(),
        purgedItems,
        purgeCentiRu / CENTI,
        rates.itemsPerSecond(),
        rates.ruPerSecond(),
        container.metrics().consumedTotalCentiRu() / CENTI,
        container.metrics().throttledTotal());
  }

  private synchronized Reading rates(Name name, long purgedItems, long purgeCentiRu) {
    long now = nanoTime.getAsLong();
    Reading last = readings.get(name);
    if (last == null) {
      last = new Reading(now, purgedItems, purgeCentiRu, 0, 0);
      readings.put(name, last);
    } else if (now - last.nanos() >= LEAST_NANOS) {
      last = last.next(now, purgedItems, purgeCentiRu);
      readings.put(name, last);
    }
    return last;
  }

  /** Forgets the containers that are no more. */
  synchronized void keep(List<ContainerSample> existing) {
    Set<Name> names = new HashSet<>();
    for (ContainerSample container : existing) {
      names.add(new Name(container.database(), container.container()));
    }
    readings.keySet().retainAll(names);
  }
}
