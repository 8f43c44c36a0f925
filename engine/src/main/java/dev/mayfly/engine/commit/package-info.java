/**
 * What every write has in common: the instant and the LSN of its group, the counts it changes
 * ({@link dev.mayfly.engine.commit.Counts}: time buckets of three widths, deltas stored with each
 * commit), what happens once it is committed, and the clock that outlives a restart. A {@link
 * dev.mayfly.engine.commit.Write} enters at {@link dev.mayfly.engine.commit.Committer}.
 */
package dev.mayfly.engine.commit;
