package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.storage.rocksdb.GroupReplicator;
import dev.mayfly.storage.rocksdb.ReplicaRows;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the listener from role to role, on a thread of its own. Whatever happens in Ratis sets
 * what is wanted; the thread follows, and skips what has passed meanwhile. Losing leadership takes
 * effect at once, on the thread that noticed.
 */
final class Roles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Roles.class);
  private static final long NO_TERM = -1;
  private static final long PAUSE_MILLIS = 100;

  private final RoleListener listener;
  private final LongFunction<LeaderSession> sessions;
  private final Readiness readiness;
  private final Runnable changed;
  private final Thread thread = new Thread(this::work, "mayfly-role");

  // Guarded by this.
  private ReplicaRows rows;
  private long wantedTerm = NO_TERM;
  private boolean rowsReplaced;
  private boolean renew;
  private Throwable failure;
  private boolean closing;
  private volatile boolean readable;
  private LeaderSession session;

  /** The storage that the listener has. Used by the thread only. */
  private Storage current;

  private volatile boolean serving;
  private volatile boolean leading;

  /** The session that the listener leads, or led last, with. */
  private volatile LeaderSession served;

  /** What a leader must have waited for, or done, before it serves. */
  interface Readiness {
    /** Whether the node leads in that term, as far as it knows. */
    boolean isLeader(long term);

    /**
     * Returns true when the node may serve in that term; false if it should not.
     *
     * @param session of the term, through which it may write
     */
    boolean prepare(LeaderSession session) throws InterruptedException;

    /**
     * Whether the rows have come up with those of the leader, since a start or since this node led.
     * Before that they may be of any time, and what they show as alive may have expired long ago.
     */
    boolean hasCaughtUp();

    /** Whether the rows are as new as those of the leader were some seconds ago. */
    boolean isCurrent();

    /** The node leads, and can't serve: another one should lead. */
    void giveUp(LeaderSession session);
  }

  /** Refuses all writes of a storage that only follows, and reads when it is far behind. */
  private final class Follower implements GroupReplicator {
    @Override
    public EngineException refusal() {
      return LeaderSession.notLeader();
    }

    @Override
    public long decisionBytesMax() {
      return 0;
    }

    @Override
    public void replicate(GroupRows group) {
      throw LeaderSession.notLeader();
    }

    @Override
    public void requireCurrent() {
      if (!readiness.isCurrent()) {
        throw new EngineException(
            ErrorCode.NO_QUORUM,
            "This node does not know what its leader has committed in the last seconds, so it does"
                + " not know what has expired. Read at another node, or try again");
      }
    }
  }

  /**
   * @param sessions makes the session of a term
   * @param changed called after each change of role
   */
  Roles(
      RoleListener listener,
      LongFunction<LeaderSession> sessions,
      Readiness readiness,
      Runnable changed) {
    this.listener = requireNonNull(listener, "listener");
    this.sessions = requireNonNull(sessions, "sessions");
    this.readiness = requireNonNull(readiness, "readiness");
    this.changed = requireNonNull(changed, "changed");
    thread.setDaemon(true);
  }

  synchronized void start(ReplicaRows first) {
    rows = requireNonNull(first, "first");
    readable = first.hasRows();
    thread.start();
  }

  /** There is something to read: before that, no node follows. */
  void readable() {
    if (!readable) {
      synchronized (this) {
        readable = true;
        notifyAll();
      }
    }
  }

  /** The rows have come up with those of the leader. */
  synchronized void caughtUp() {
    notifyAll();
  }

  /** The node leads, and has applied all that was committed before its term. */
  synchronized void lead(long term) {
    wantedTerm = Math.max(wantedTerm, term);
    notifyAll();
  }

  /** The node does not lead any more. */
  synchronized void follow() {
    wantedTerm = NO_TERM;
    if (session != null) {
      session.lose();
    }
    notifyAll();
  }

  /**
   * Puts right what events may have left wrong: they come from several threads, and may be late.
   *
   * @param term in which the node leads and is ready; negative if it does not lead
   */
  synchronized void reconcile(long term) {
    if (term < 0 && wantedTerm != NO_TERM) {
      follow();
    } else if (term >= 0) {
      lead(term);
    }
  }

  /** Leads again in the same term, after leadership was to be given away and was not. */
  synchronized void resume() {
    renew = true;
    notifyAll();
  }

  /** The rows of before are of no use: called before they are closed. */
  void rowsGo() {
    LeaderSession lost;
    synchronized (this) {
      lost = session;
      rows = null;
      rowsReplaced = true;
    }
    if (lost != null) {
      lost.lose();
    }
    serving = false;
  }

  synchronized void rowsCame(ReplicaRows next) {
    rows = next;
    readable = true;
    notifyAll();
  }

  synchronized void fail(Throwable reason) {
    if (failure == null && !closing) {
      failure = reason;
      if (session != null) {
        session.lose();
      }
      notifyAll();
    }
  }

  /** The session, if the node leads, whether it serves yet or not. */
  synchronized LeaderSession session() {
    return session;
  }

  /** Whether the listener has a storage for the present role. */
  boolean isServing() {
    return serving;
  }

  /** Whether the listener leads: not any more once the node has begun to hand over. */
  boolean isLeading() {
    LeaderSession now = served;
    return leading && now != null && !now.isStopped();
  }

  /** The term in which the listener leads; negative if it does not. */
  long servedTerm() {
    LeaderSession now = served;
    return isLeading() ? now.term() : NO_TERM;
  }

  private void work() {
    try {
      while (step()) {
        changed.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private enum Step {
    LEAD,
    FOLLOW,
    FAIL,
    CLOSE
  }

  private boolean step() throws InterruptedException {
    Step step;
    long term;
    ReplicaRows now;
    LeaderSession ending;
    synchronized (this) {
      while (next() == null) {
        wait();
      }
      step = next();
      term = wantedTerm;
      now = rows;
      rowsReplaced = false;
      renew = false;
      ending = session;
      session = null;
    }
    leading = false;
    serving = false;
    if (ending != null) {
      ending.lose();
    }
    changed.run();
    try {
      switch (step) {
        case LEAD -> lead(now, term);
        case FOLLOW -> follow(now);
        default -> end();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("The change of role failed", e);
      fail(e);
    }
    return step != Step.CLOSE && step != Step.FAIL;
  }

  /** What is to be done now; null if everything is as it should be. */
  private Step next() {
    if (closing) {
      return Step.CLOSE;
    } else if (failure != null) {
      return Step.FAIL;
    } else if (rows == null) {
      return null;
    } else if (wantedTerm != NO_TERM) {
      boolean same = session != null && session.term() == wantedTerm;
      return same && !renew && !rowsReplaced ? null : Step.LEAD;
    } else {
      boolean follows = session == null && serving && !rowsReplaced;
      return follows || !readable || !readiness.hasCaughtUp() ? null : Step.FOLLOW;
    }
  }

  private void lead(ReplicaRows now, long term) throws InterruptedException {
    if (!readiness.isLeader(term)) {
      synchronized (this) {
        wantedTerm = wantedTerm == term ? NO_TERM : wantedTerm;
      }
      return;
    }
    LeaderSession next = sessions.apply(term);
    synchronized (this) {
      if (wantedTerm != term || rows != now || closing) {
        return;
      }
      session = next;
    }
    try {
      if (!readiness.prepare(next)) {
        return;
      }
    } catch (EngineException e) {
      LOG.info("Term {} ended before it began: {}", term, e.getMessage());
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      return;
    }
    try {
      hand(now.leading(next), storage -> listener.leading(storage, term));
    } catch (EngineException e) {
      if (RoleListener.ENDED.contains(e.code())) {
        LOG.info("Term {} ended, or began again, before it was served: {}", term, e.getMessage());
        next.lose();
        resume();
      } else {
        LOG.warn("This node can't lead: {}", e.getMessage());
        readiness.giveUp(next);
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      return;
    }
    served = next;
    leading = true;
    serving = true;
  }

  private void follow(ReplicaRows now) {
    hand(now.following(new Follower()), listener::following);
    serving = true;
  }

  private void hand(Storage next, Consumer<Storage> to) {
    Storage before = current;
    current = next;
    try {
      to.accept(next);
    } finally {
      if (before != null) {
        before.close();
      }
    }
  }

  private void end() {
    Throwable reason;
    synchronized (this) {
      reason = closing ? null : failure;
    }
    if (reason != null) {
      listener.stopped(reason);
    }
  }

  /** Ends the thread; the listener is not called any more. */
  @Override
  public void close() {
    synchronized (this) {
      closing = true;
      if (session != null) {
        session.lose();
      }
      notifyAll();
    }
    try {
      thread.join(TimeUnit.SECONDS.toMillis(60));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
