/**
 * Exact item and byte counts at any second, without a scan: time buckets of three widths, deltas
 * persisted with each commit, prefix sums. See {@code docs/format.md}, "Counts".
 */
package dev.mayfly.engine.count;
