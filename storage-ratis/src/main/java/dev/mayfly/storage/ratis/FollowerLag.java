package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.TimeUnit;
import org.apache.ratis.protocol.RaftPeerId;

/**
 * How far the rows of a node are behind those of its leader. Those of a node that was started, has
 * led, or was cut off may be of any time, and show as alive what has expired long ago: it serves
 * only once it has applied what the leader of the present term had applied when it was asked, and
 * as long as that was not too long ago.
 */
final class FollowerLag {
  private static final long BEHIND_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

  private final Peers peers;
  private final RowsStateMachine machine;
  private volatile boolean caughtUp;

  /** What a leader had applied before this time is in the rows. */
  private volatile long currentAtNanos;

  /** What is to be applied next; null if there is nothing. */
  private Peers.Heard awaited;

  FollowerLag(Peers peers, RowsStateMachine machine) {
    this.peers = requireNonNull(peers, "peers");
    this.machine = requireNonNull(machine, "machine");
  }

  /** Whether the rows have come up with a leader's since {@link #begin}. */
  boolean hasCaughtUp() {
    return caughtUp;
  }

  /** Whether the rows are at most five seconds behind the leader's. */
  boolean isCurrent() {
    return caughtUp && System.nanoTime() - currentAtNanos <= BEHIND_NANOS_MAX;
  }

  /** The rows are others now, or this node leads: what follows must come up again. */
  synchronized void begin() {
    caughtUp = false;
    awaited = null;
  }

  /**
   * Looks again; true if the rows have come up just now.
   *
   * @param leader of that term; null if there is none
   */
  synchronized boolean catchesUp(RaftPeerId leader, long term) {
    boolean before = caughtUp;
    if (awaited == null && leader != null) {
      // One that does not serve yet may not have applied all that was acknowledged before.
      awaited =
          peers.heard(leader.toString()).filter(each -> each.servedTerm() == term).orElse(null);
    }
    if (awaited != null && machine.getLastAppliedTermIndex().getIndex() >= awaited.appliedIndex()) {
      currentAtNanos = awaited.askedNanos();
      caughtUp = true;
      awaited = null;
    }
    return caughtUp && !before;
  }
}
