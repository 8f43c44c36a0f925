package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.CatalogLimits;
import dev.mayfly.engine.catalog.CatalogOptions;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/**
 * How an engine is run.
 *
 * @param background whether a thread purges and tidies; without it, the caller does ({@code
 *     Engine.background()})
 * @param holdPurgeAfterImport whether an import with kept times makes the purge of its container
 *     wait for confirmation (C9)
 * @param guardPercent a policy change that would expire more than this share of a container at once
 *     is refused unless forced (C10); 100 = never refused
 * @param realTime what budgets and timeouts go by
 * @param filters what understands the filters of date TTLs and indexes
 * @param catalogLimits how many databases and containers there may be
 */
public record EngineOptions(
    boolean background,
    boolean holdPurgeAfterImport,
    int guardPercent,
    RealTime realTime,
    ItemFilters filters,
    CatalogLimits catalogLimits) {
  public static final EngineOptions DEFAULT =
      new EngineOptions(true, true, 100, RealTime.SYSTEM, ItemFilters.NONE, CatalogLimits.DEFAULT);

  public EngineOptions {
    requireNonNull(realTime, "realTime");
    requireNonNull(filters, "filters");
    requireNonNull(catalogLimits, "catalogLimits");
    if (guardPercent < 0 || guardPercent > 100) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST, "The guard is a percentage from 0 to 100, not " + guardPercent);
    }
  }

  public EngineOptions withoutBackground() {
    return new EngineOptions(
        false, holdPurgeAfterImport, guardPercent, realTime, filters, catalogLimits);
  }

  public EngineOptions withHoldPurgeAfterImport(boolean hold) {
    return new EngineOptions(background, hold, guardPercent, realTime, filters, catalogLimits);
  }

  public EngineOptions withGuardPercent(int percent) {
    return new EngineOptions(
        background, holdPurgeAfterImport, percent, realTime, filters, catalogLimits);
  }

  public EngineOptions withRealTime(RealTime time) {
    return new EngineOptions(
        background, holdPurgeAfterImport, guardPercent, time, filters, catalogLimits);
  }

  public EngineOptions withFilters(ItemFilters understanding) {
    return new EngineOptions(
        background, holdPurgeAfterImport, guardPercent, realTime, understanding, catalogLimits);
  }

  CatalogOptions catalog() {
    return new CatalogOptions(realTime, filters, catalogLimits);
  }

  public EngineOptions withCatalogLimits(CatalogLimits limits) {
    return new EngineOptions(
        background, holdPurgeAfterImport, guardPercent, realTime, filters, limits);
  }
}
