package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.RealTime;

/**
 * How a catalog is run.
 *
 * @param realTime what budgets go by
 * @param filters what understands the filters of date TTLs and indexes
 * @param limits how many databases and containers there may be
 */
public record CatalogOptions(RealTime realTime, ItemFilters filters, CatalogLimits limits) {
  public CatalogOptions {
    requireNonNull(realTime, "realTime");
    requireNonNull(filters, "filters");
    requireNonNull(limits, "limits");
  }
}
