package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.apache.ratis.protocol.exceptions.GroupMismatchException;
import org.apache.ratis.protocol.exceptions.TimeoutIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the other members how they are, each on a thread of its own. At a leader the answers extend
 * its lease; they also compare clocks and identities.
 */
final class Peers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long AWAITED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final String ownId;
  private final LongSupplier wallMillis;
  private final Supplier<Ping> ping;
  private final Linking linking;
  private final Hearing hearing;
  private final long leaderNanos;
  private final Map<String, Asking> asking = new ConcurrentHashMap<>();
  private volatile LeaderSession session;
  private volatile String leader = "";
  private volatile boolean closed;

  /** Makes a connection. */
  interface Linking {
    PeerLink link(String id, String address);
  }

  /** Learns what the others say. */
  interface Hearing {
    /** Another node says that this process must not run. */
    void refused(String peer, Ping.Answer answer);

    /** Another node serves as the leader, or does not any more. */
    void roleChanged();
  }

  /**
   * What a node last said.
   *
   * @param askedNanos before it was asked
   * @param servedTerm the term in which it serves as the leader; negative if it does not
   * @param offsetMillis how far its clock is ahead
   * @param errorMillis half of the time that its answer took
   */
  record Heard(
      long askedNanos,
      long term,
      long appliedIndex,
      long servedTerm,
      long offsetMillis,
      long errorMillis) {
    long silentMillis() {
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - askedNanos);
    }
  }

  /**
   * @param leaderNanos how often a leader asks
   */
  Peers(
      String ownId,
      LongSupplier wallMillis,
      Supplier<Ping> ping,
      Linking linking,
      Hearing hearing,
      long leaderNanos) {
    this.ownId = requireNonNull(ownId, "ownId");
    this.wallMillis = requireNonNull(wallMillis, "wallMillis");
    this.ping = requireNonNull(ping, "ping");
    this.linking = requireNonNull(linking, "linking");
    this.hearing = requireNonNull(hearing, "hearing");
    this.leaderNanos = leaderNanos;
  }

  /** The members of the cluster are these now, by id, with their addresses. */
  synchronized void members(Map<String, String> members) {
    if (closed) {
      return;
    }
    Map<String, String> others = new HashMap<>(members);
    others.remove(ownId);
    asking
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = !entry.getValue().address.equals(others.get(entry.getKey()));
              if (gone) {
                entry.getValue().stop();
              }
              return gone;
            });
    others.forEach(
        (id, address) -> asking.computeIfAbsent(id, each -> new Asking(id, address)).startOnce());
  }

  /** This node leads, and needs a lease; null if it does not. */
  void lead(LeaderSession next) {
    session = next;
    extend(next);
    asking.values().forEach(Asking::hurry);
  }

  /** Another node is the leader by Raft, whether it serves yet or not; empty if there is none. */
  void follow(String leaderId) {
    if (!leaderId.equals(leader)) {
      leader = leaderId;
      Asking one = asking.get(leaderId);
      if (one != null) {
        one.hurry();
      }
    }
  }

  /** Whether a node has said that it serves as the leader of a term. */
  boolean servesIn(String id, long term) {
    return heard(id).filter(each -> each.servedTerm() == term).isPresent();
  }

  /** Extends the lease of a leader by what was heard; a node without others hears itself only. */
  void extendLease() {
    extend(session);
  }

  Optional<Heard> heard(String id) {
    Asking one = asking.get(id);
    return one == null ? Optional.empty() : Optional.ofNullable(one.heard);
  }

  Map<String, Heard> heard() {
    Map<String, Heard> all = new HashMap<>();
    asking.forEach(
        (id, one) -> {
          if (one.heard != null) {
            all.put(id, one.heard);
          }
        });
    return all;
  }

  /** The link to a member, if it is one. */
  Optional<PeerLink> link(String id) {
    Asking one = asking.get(id);
    return one == null ? Optional.empty() : Optional.of(one.link);
  }

  /** Most members knew no later term at this time or after; the node itself is one of them. */
  private void extend(LeaderSession leading) {
    if (leading == null) {
      return;
    }
    List<Long> asked = new ArrayList<>();
    asked.add(System.nanoTime());
    for (Asking one : asking.values()) {
      Heard heard = one.heard;
      if (heard != null && heard.term() == leading.term()) {
        asked.add(heard.askedNanos());
      }
    }
    int majority = (asking.size() + 1) / 2 + 1;
    if (asked.size() >= majority) {
      long now = System.nanoTime();
      asked.sort((one, other) -> Long.compare(now - one, now - other));
      leading.lease().extend(asked.get(majority - 1));
    }
  }

  private final class Asking implements Runnable {
    private final String id;
    private final String address;
    private final PeerLink link;
    private final Thread thread;
    private volatile Heard heard;
    private volatile boolean stopped;
    private boolean started;
    private boolean reachable = true;

    Asking(String id, String address) {
      this.id = id;
      this.address = address;
      this.link = linking.link(id, address);
      this.thread = new Thread(this, "mayfly-peer-" + ownId + "-" + id);
      thread.setDaemon(true);
    }

    synchronized void startOnce() {
      if (!started) {
        started = true;
        thread.start();
      }
    }

    void hurry() {
      LockSupport.unpark(thread);
    }

    void stop() {
      stopped = true;
      LockSupport.unpark(thread);
    }

    @Override
    public void run() {
      while (!stopped) {
        long asked = System.nanoTime();
        ask(asked);
        LeaderSession leading = session;
        extend(leading);
        long interval = leading == null ? idleNanos() : leaderNanos;
        long left = interval - (System.nanoTime() - asked);
        if (left > 0 && !stopped) {
          LockSupport.parkNanos(this, left);
        }
        Thread.interrupted();
      }
      link.close();
    }

    /** Whether a new leader serves is asked more often than anything else. */
    private long idleNanos() {
      Heard last = heard;
      boolean awaited = id.equals(leader) && (last == null || last.servedTerm() != last.term());
      return awaited ? AWAITED_NANOS : IDLE_NANOS;
    }

    private void ask(long asked) {
      try {
        long before = wallMillis.getAsLong();
        Ping.Answer answer = Ping.Answer.decode(link.ask(ping.get().encode()));
        long after = wallMillis.getAsLong();
        if (!answer.refusal().isEmpty()) {
          hearing.refused(id, answer);
          return;
        }
        if (!answer.nodeId().equals(id)) {
          LOG.warn("At {} there is node {} and not {}", address, answer.nodeId(), id);
          return;
        }
        Heard last = heard;
        heard =
            new Heard(
                asked,
                answer.term(),
                answer.appliedIndex(),
                answer.servedTerm(),
                answer.wallMillis() - (before + after) / 2,
                (after - before + 1) / 2);
        if (!reachable) {
          LOG.info("Node {} at {} answers again", id, address);
        }
        reachable = true;
        if (last == null || last.servedTerm() != heard.servedTerm()) {
          hearing.roleChanged();
        }
      } catch (IOException | RuntimeException e) {
        if (reachable && !stopped) {
          LOG.info("Node {} at {} does not answer: {}", id, address, reason(e));
        }
        reachable = false;
      }
    }
  }

  /** What an operator can act on; how it was wrapped on its way is left out. */
  static String reason(Throwable failure) {
    Throwable root = failure;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof GroupMismatchException) {
        return "it is a node of a cluster with another name";
      }
      if (cause instanceof TimeoutIOException) {
        return "no answer in time";
      }
      if (cause instanceof SSLException) {
        return cause.getMessage()
            + ": the certificates of both must be made by the same authority"
            + " ('mayfly cluster init')";
      }
      root = cause;
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  /** Says to all others that this process ends. */
  void farewell(Ping last) {
    asking
        .values()
        .forEach(
            one -> {
              if (one.reachable) {
                try {
                  one.link.ask(last.encode());
                } catch (IOException | RuntimeException ignored) {
                  // It finds out by itself.
                }
              }
            });
  }

  @Override
  public synchronized void close() {
    closed = true;
    asking.values().forEach(Asking::stop);
  }
}
