/**
 * Counts of a container at any second, without a scan: what is alive, what is dead and not purged
 * ({@link dev.mayfly.engine.count.LiveCounts}), and what expires when ({@link
 * dev.mayfly.engine.count.Forecast}). The buckets they are summed from are kept by the commits.
 */
package dev.mayfly.engine.count;
