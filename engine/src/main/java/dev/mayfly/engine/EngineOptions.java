package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.CatalogLimits;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.catalog.OperationLogOptions;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.engine.deadrange.DeadRanges;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.engine.registry.CatalogOptions;

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
 * @param partitionsPerContainer how many partition key ranges a new container has at least; more if
 *     its throughput asks for them
 * @param operationLog which changes are logged for those who follow them, and for how long
 * @param deadRangeRows from so many dead rows in a row on, reads remember to seek past them
 */
public record EngineOptions(
    boolean background,
    boolean holdPurgeAfterImport,
    int guardPercent,
    RealTime realTime,
    ItemFilters filters,
    CatalogLimits catalogLimits,
    int partitionsPerContainer,
    OperationLogOptions operationLog,
    int deadRangeRows) {
  public static final EngineOptions DEFAULT =
      new EngineOptions(
          true,
          true,
          100,
          RealTime.SYSTEM,
          ItemFilters.NONE,
          CatalogLimits.DEFAULT,
          1,
          OperationLogOptions.NONE,
          DeadRanges.ROWS_MIN_DEFAULT);

  public EngineOptions {
    requireNonNull(realTime, "realTime");
    requireNonNull(filters, "filters");
    requireNonNull(catalogLimits, "catalogLimits");
    requireNonNull(operationLog, "operationLog");
    if (deadRangeRows < 1) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST, "A dead range has at least 1 row, not " + deadRangeRows);
    }
    if (partitionsPerContainer < 1 || partitionsPerContainer > PartitionKeyRanges.MAX) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The number of partitions per container is 1 to "
              + PartitionKeyRanges.MAX
              + ", not "
              + partitionsPerContainer);
    }
    if (guardPercent < 0 || guardPercent > 100) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST, "The guard is a percentage from 0 to 100, not " + guardPercent);
    }
  }

  public EngineOptions withoutBackground() {
    return new EngineOptions(
        false,
        holdPurgeAfterImport,
        guardPercent,
        realTime,
        filters,
        catalogLimits,
        partitionsPerContainer,
        operationLog,
        deadRangeRows);
  }

  public EngineOptions withHoldPurgeAfterImport(boolean hold) {
    return new EngineOptions(
        background,
        hold,
        guardPercent,
        realTime,
        filters,
        catalogLimits,
        partitionsPerContainer,
        operationLog,
        deadRangeRows);
  }

  public EngineOptions withGuardPercent(int percent) {
    return new EngineOptions(
        background,
        holdPurgeAfterImport,
        percent,
        realTime,
        filters,
        catalogLimits,
        partitionsPerContainer,
        operationLog,
        deadRangeRows);
  }

  public EngineOptions withRealTime(RealTime time) {
    return new EngineOptions(
        background,
        holdPurgeAfterImport,
        guardPercent,
        time,
        filters,
        catalogLimits,
        partitionsPerContainer,
        operationLog,
        deadRangeRows);
  }

  public EngineOptions withFilters(ItemFilters understanding) {
    return new EngineOptions(
        background,
        holdPurgeAfterImport,
        guardPercent,
        realTime,
        understanding,
        catalogLimits,
        partitionsPerContainer,
        operationLog,
        deadRangeRows);
  }

  public EngineOptions withPartitionsPerContainer(int partitions) {
    return new EngineOptions(
        background,
        holdPurgeAfterImport,
        guardPercent,
        realTime,
        filters,
        catalogLimits,
        partitions,
        operationLog,
        deadRangeRows);
  }

  CatalogOptions catalog() {
    return new CatalogOptions(realTime, filters, catalogLimits, partitionsPerContainer);
  }

  public EngineOptions withCatalogLimits(CatalogLimits limits) {
    return new EngineOptions(
        background,
        holdPurgeAfterImport,
        guardPercent,
        realTime,
        filters,
        limits,
        partitionsPerContainer,
        operationLog,
        deadRangeRows);
  }

  public EngineOptions withOperationLog(OperationLogOptions other) {
    return new EngineOptions(
        background,
        holdPurgeAfterImport,
        guardPercent,
        realTime,
        filters,
        catalogLimits,
        partitionsPerContainer,
        other,
        deadRangeRows);
  }

  /** For tests whose containers have few items. */
  public EngineOptions withDeadRangeRows(int rows) {
    return new EngineOptions(
        background,
        holdPurgeAfterImport,
        guardPercent,
        realTime,
        filters,
        catalogLimits,
        partitionsPerContainer,
        operationLog,
        rows);
  }
}
