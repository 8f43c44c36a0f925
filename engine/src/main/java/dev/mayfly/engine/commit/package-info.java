/**
 * What every write has in common: the instant and the LSN of its group, the counts it changes, what
 * happens once it is committed, and the clock that outlives a restart.
 */
package dev.mayfly.engine.commit;
