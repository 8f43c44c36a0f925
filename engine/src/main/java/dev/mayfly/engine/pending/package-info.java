/**
 * What open transactions have written and not committed: rows over a view of the committed ones,
 * and the locks by which other writers notice. Start with {@link
 * dev.mayfly.engine.pending.PendingView} and {@link dev.mayfly.engine.pending.WriteLocks}.
 */
package dev.mayfly.engine.pending;
