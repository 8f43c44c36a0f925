/**
 * Operations on items: how a write is decided ({@code ItemWriter}) and which rows a version has
 * ({@code ItemRows}), what is recorded when a dead item is removed ({@code DeadItems}, {@code
 * ExpiryEvents}), quotas and unique values, and scans in key order or through an index. Requests
 * enter at {@link dev.mayfly.engine.operation.Items} with an open container; writes leave as
 * functions for the committer, reads as pages.
 */
package dev.mayfly.engine.operation;
