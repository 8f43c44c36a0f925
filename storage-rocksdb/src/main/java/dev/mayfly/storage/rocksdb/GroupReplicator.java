package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.storage.AppliedRows;

/** Gets the groups of a leading replica committed by a majority of nodes. Thread safe. */
public interface GroupReplicator {
  /** The rows of a group, without doubles, in the order in which they are to be written. */
  @FunctionalInterface
  interface GroupRows {
    /** Writes the rows, without {@link AppliedRows#begin} and {@link AppliedRows#end}. */
    void writeTo(AppliedRows rows);
  }

  /** Why no group can be replicated now (NOT_LEADER); null if one can. */
  EngineException refusal();

  /** What one decision may change, in bytes of keys and values. */
  long decisionBytesMax();

  /**
   * Returns when the group is committed and applied here.
   *
   * @throws EngineException NOT_LEADER if it is not committed and never will be, OUTCOME_UNKNOWN if
   *     that is not known
   */
  void replicate(GroupRows rows);

  /**
   * Returns if rows as last committed by anyone are those that can be read here.
   *
   * @throws EngineException NOT_LEADER or NO_QUORUM
   */
  void requireCurrent();
}
