package dev.mayfly.storage.ratis;

import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import java.util.Set;

/**
 * Learns what a replica is to do. Called by one thread, one call after another; a call may take its
 * time (opening an engine), and the next one waits for it. A storage that was handed over is of no
 * use once the next call comes: its writes have ended by then, its readers are released, and its
 * {@link Storage#close} leaves the replica's rows open.
 */
public interface RoleListener {
  /** What a storage fails with whose node does not lead any more, or can't reach the others. */
  Set<ErrorCode> ENDED =
      Set.of(
          ErrorCode.NOT_LEADER, ErrorCode.NO_QUORUM, ErrorCode.OUTCOME_UNKNOWN, ErrorCode.CLOSED);

  /**
   * This node leads, has applied everything that was committed before, and no other node answers
   * reads any more.
   *
   * @param storage decides and replicates until leadership is lost; open a fresh engine on it
   * @param term in which it leads
   * @throws dev.mayfly.engine.error.EngineException if it can't be served: with a code of {@link
   *     #ENDED} the call comes again if the node still leads, with another one a different node is
   *     asked to lead
   */
  void leading(Storage storage, long term);

  /**
   * This node follows, and there are rows: the first leader has made the store. Called again, with
   * another storage, when all rows were replaced by a snapshot of the leader's.
   *
   * @param readOnlyStorage the local rows; every write fails with NOT_LEADER
   */
  void following(Storage readOnlyStorage);

  /**
   * The replica has ended by itself: it was removed from the cluster, its medium failed, or another
   * process has its identity. It must still be closed.
   */
  void stopped(Throwable reason);
}
