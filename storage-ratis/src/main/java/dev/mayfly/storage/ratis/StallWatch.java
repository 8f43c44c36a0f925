package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the wait of a leader whose record is not committed although the other nodes answer. When the
 * acknowledgement of an entry is lost with its connection, Ratis does not ask for it again: the
 * leader learns that others have the entry only when it sends them another one, and here there is
 * none, because one group is on its way at a time. So this appends one that holds nothing; if that
 * does not help, the node gives leadership up.
 */
final class StallWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StallWatch.class);
  private static final long LOOK_MILLIS = 100;
  private static final int STEP_DOWN_ELECTIONS = 5;

  /** A busy machine may be slow; leadership is not to change for that. */
  private static final long STEP_DOWN_NANOS_MIN = TimeUnit.SECONDS.toNanos(10);

  private final RaftServer server;
  private final RaftGroupId group;
  private final Supplier<LeaderSession> sessions;
  private final long resendNanos;
  private final long stepDownNanos;
  private final AtomicLong calls = new AtomicLong();
  private final ScheduledExecutorService thread;

  /** Null while this node does not lead. */
  private ScheduledFuture<?> looking;

  // Used by the thread only.
  private long notReadyTerm = -1;
  private long notReadyNanos;
  private long progress = -1;
  private long progressNanos;
  private long resentNanos;
  private long steppedDownNanos;
  private long steppedDownAt = -1;

  private final AtomicLong resends = new AtomicLong();
  private final AtomicLong stepDowns = new AtomicLong();

  /**
   * @param sessions the present one; null if there is none
   */
  StallWatch(
      RaftServer server,
      RaftGroupId group,
      Supplier<LeaderSession> sessions,
      Duration electionTimeout) {
    this.server = requireNonNull(server, "server");
    this.group = requireNonNull(group, "group");
    this.sessions = requireNonNull(sessions, "sessions");
    this.resendNanos = electionTimeout.toNanos() / 2;
    this.stepDownNanos =
        Math.max(STEP_DOWN_NANOS_MIN, STEP_DOWN_ELECTIONS * electionTimeout.toNanos());
    long now = System.nanoTime();
    this.progressNanos = now;
    this.resentNanos = now - resendNanos;
    this.steppedDownNanos = now - stepDownNanos;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "mayfly-stall-" + server.getId());
              made.setDaemon(true);
              return made;
            });
  }

  /** Looks again and again while this node leads, ready or not; otherwise nothing is done. */
  synchronized void watch(boolean leads) {
    if (thread.isShutdown() || leads == (looking != null)) {
      return;
    }
    if (leads) {
      thread.execute(this::begin);
      looking =
          thread.scheduleWithFixedDelay(
              this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      looking.cancel(false);
      looking = null;
    }
  }

  synchronized boolean isWatching() {
    return looking != null;
  }

  private void begin() {
    notReadyTerm = -1;
    progress = -1;
  }

  /** How often an entry that holds nothing was appended. */
  long resends() {
    return resends.get();
  }

  /** How often leadership was given up. */
  long stepDowns() {
    return stepDowns.get();
  }

  private void look() {
    try {
      RaftServer.Division division = server.getDivision(group);
      long now = System.nanoTime();
      DivisionInfo info = division.getInfo();
      noteProgress(division, now);
      if (!info.isLeader()) {
        notReadyTerm = -1;
        return;
      }
      LeaderSession session = sessions.get();
      boolean ready = info.isLeaderReady();
      long waited = ready ? waited(session) : notReady(info.getCurrentTerm(), now);
      waited = Math.min(waited, now - progressNanos);
      if (waited >= stepDownNanos && now - steppedDownNanos >= stepDownNanos) {
        steppedDownNanos = now;
        stepDown(division, waited);
      } else if (ready && waited >= resendNanos && now - resentNanos >= resendNanos) {
        resentNanos = now;
        resend(session, waited);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("The look at the leader failed and is repeated: {}", e.toString());
    }
  }

  /** A log that moves, however slowly, does not hang. */
  private void noteProgress(RaftServer.Division division, long now) {
    long next =
        division.getRaftLog().getLastCommittedIndex() + division.getInfo().getLastAppliedIndex();
    if (next != progress) {
      progress = next;
      progressNanos = now;
    }
  }

  private long waited(LeaderSession session) {
    notReadyTerm = -1;
    return session == null ? 0 : session.waitedNanos();
  }

  private long notReady(long term, long now) {
    if (notReadyTerm != term) {
      notReadyTerm = term;
      notReadyNanos = now;
    }
    return now - notReadyNanos;
  }

  private void resend(LeaderSession session, long waited) throws IOException {
    if (waited < 2 * resendNanos) {
      LOG.info(
          "This node leads, and a record is not committed after {} ms: empty entries follow it",
          TimeUnit.NANOSECONDS.toMillis(waited));
    }
    resends.incrementAndGet();
    session.appendNothing();
  }

  private void stepDown(RaftServer.Division division, long waited) throws IOException {
    LOG.warn(
        "This node leads in term {}, and nothing was committed for {} ms although other nodes"
            + " answer: it gives leadership up",
        division.getInfo().getCurrentTerm(),
        TimeUnit.NANOSECONDS.toMillis(waited));
    stepDowns.incrementAndGet();
    server.transferLeadershipAsync(
        new TransferLeadershipRequest(
            ClientId.randomId(),
            server.getId(),
            group,
            calls.incrementAndGet(),
            null,
            TimeUnit.NANOSECONDS.toMillis(stepDownNanos)));
    if (progress == steppedDownAt) {
      renewConnections(division);
    }
    steppedDownAt = progress;
  }

  /** It did not help the last time, so it may be the connections; closing them takes seconds. */
  private void renewConnections(RaftServer.Division division) {
    IOException reason = new IOException("nothing was committed");
    for (RaftPeer peer : division.getRaftConf().getAllPeers()) {
      if (!peer.getId().equals(server.getId())) {
        server.getServerRpc().handleException(peer.getId(), reason, true);
      }
    }
  }

  @Override
  public synchronized void close() {
    thread.shutdownNow();
  }
}
