package dev.mayfly.engine.registry;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.CatalogLimits;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.clock.RealTime;

/**
 * How a catalog is run.
 *
 * @param realTime what budgets go by
 * @param filters what understands the filters of date TTLs and indexes
 * @param limits how many databases and containers there may be
 * @param partitionsPerContainer how many partition key ranges a new container has at least
 */
public record CatalogOptions(
    RealTime realTime, ItemFilters filters, CatalogLimits limits, int partitionsPerContainer) {
  public CatalogOptions {
    requireNonNull(realTime, "realTime");
    requireNonNull(filters, "filters");
    requireNonNull(limits, "limits");
  }
}
