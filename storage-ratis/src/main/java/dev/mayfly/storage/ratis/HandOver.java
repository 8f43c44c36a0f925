package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import java.util.Comparator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes other nodes lead. */
final class HandOver {
  private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);
  private static final long FRESH_MILLIS = 3_000;

  /** A node that can't lead while no other can take over tries again after so long. */
  private static final long LEAD_AGAIN_MILLIS = 1_000;

  private final String ownId;
  private final Roles roles;
  private final Peers peers;
  private final ClusterCalls calls;
  private final BackgroundTasks background;

  HandOver(String ownId, Roles roles, Peers peers, ClusterCalls calls, BackgroundTasks background) {
    this.ownId = requireNonNull(ownId, "ownId");
    this.roles = requireNonNull(roles, "roles");
    this.peers = requireNonNull(peers, "peers");
    this.calls = requireNonNull(calls, "calls");
    this.background = requireNonNull(background, "background");
  }

  /** Hands leadership to another node; whether that worked. */
  boolean to(String id) {
    LeaderSession session = roles.session();
    if (session == null || id.equals(ownId)) {
      return calls.transfer(id);
    }
    boolean done = transfer(session, id);
    if (!done) {
      roles.resume();
    }
    return done;
  }

  /** Makes the node lead that has come furthest, if this one leads. */
  void toBest() {
    LeaderSession session = roles.session();
    if (roles.isLeading() && session != null && !toBest(session)) {
      LOG.info("Leadership was not handed over to another node");
    }
  }

  /** The clock of this node is wrong; that of another one is not. */
  void stepDown(String better) {
    background.run(
        BackgroundTasks.Kind.HAND_OVER,
        () -> {
          LOG.warn("The clock of this node differs from most others: {} is to lead", better);
          to(better);
        });
  }

  /** This node leads, and can't serve. */
  void giveUp(LeaderSession session) {
    session.stop();
    background.run(
        BackgroundTasks.Kind.HAND_OVER,
        () -> {
          if (!toBest(session)) {
            background.later(roles::resume, LEAD_AGAIN_MILLIS);
          }
        });
  }

  private boolean toBest(LeaderSession session) {
    return peers.heard().entrySet().stream()
        .filter(other -> other.getValue().silentMillis() < FRESH_MILLIS)
        .max(Comparator.comparingLong(other -> other.getValue().appliedIndex()))
        .map(other -> transfer(session, other.getKey()))
        .orElse(false);
  }

  private boolean transfer(LeaderSession session, String id) {
    session.stop();
    try {
      session.submit(LogRecord.encode(LogRecord.Kind.RELEASE, session.term(), new byte[0]));
      return calls.transfer(id);
    } catch (EngineException e) {
      LOG.info("Leadership was not handed over: {}", e.getMessage());
      return false;
    }
  }
}
