package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.apache.ratis.protocol.RaftPeerId;

/**
 * Whether the rows have come up with those of the leader since the node was started, or has got a
 * snapshot. Until then they may be of any time, and show as alive what has expired long ago.
 */
final class FollowerLag {
  /** A leader that was not heard for so long may not be one any more. */
  private static final long SILENT_MILLIS = 5_000;

  private final String ownId;
  private final Peers peers;
  private final RowsStateMachine machine;
  private volatile boolean caughtUp;

  FollowerLag(String ownId, Peers peers, RowsStateMachine machine) {
    this.ownId = requireNonNull(ownId, "ownId");
    this.peers = requireNonNull(peers, "peers");
    this.machine = requireNonNull(machine, "machine");
  }

  boolean hasCaughtUp() {
    return caughtUp;
  }

  /** The rows are others now. */
  void begin() {
    caughtUp = false;
  }

  /**
   * Looks again; true if the rows have come up just now.
   *
   * @param leader null if there is none
   */
  boolean catchesUp(RaftPeerId leader) {
    if (caughtUp || leader == null) {
      return false;
    }
    caughtUp = leader.toString().equals(ownId) || hasAppliedWhatWasHeard(leader.toString());
    return caughtUp;
  }

  private boolean hasAppliedWhatWasHeard(String leader) {
    Optional<Peers.Heard> heard = peers.heard(leader);
    return heard.isPresent()
        && heard.get().silentMillis() < SILENT_MILLIS
        && machine.getLastAppliedTermIndex().getIndex() >= heard.get().appliedIndex();
  }
}
