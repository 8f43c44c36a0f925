package dev.mayfly.mongo.session;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The live sessions. */
public final class Sessions {
  public static final int TIMEOUT_MINUTES = 30;

  private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(TIMEOUT_MINUTES);
  private static final long SWEEP_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** A sweep visits all sessions: limits its rate while sessions are rejected. */
  private static final long FULL_SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int most;
  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<SessionId, Session> sessions = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
  private final List<Consumer<Session>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicLong sweptNanos;

  /**
   * @param most limit of live sessions; half of it for one user
   */
  public Sessions(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
    this.sweptNanos = new AtomicLong(nanoTime.getAsLong());
  }

  /** Adds a listener for ended sessions, to release their cursors and records. */
  public void onEnd(Consumer<Session> listener) {
    listeners.add(listener);
  }

  /** The session, created if it does not exist; its timeout restarts. */
  public Session use(SessionId id) {
    long now = nanoTime.getAsLong();
    sweepAfter(SWEEP_NANOS, now);
    Session session = sessions.get(id);
    if (session == null) {
      session = begin(id, now);
    }
    session.use(now);
    return session;
  }

  private Session begin(SessionId id, long now) {
    if (isFull(id.owner())) {
      sweepAfter(FULL_SWEEP_NANOS, now);
      if (isFull(id.owner())) {
        throw new MongoException(
            ErrorCodes.TOO_MANY_LOGICAL_SESSIONS,
            "Unable to add session into the cache because the number of active sessions is too"
                + " high");
      }
    }
    return sessions.computeIfAbsent(
        id,
        absent -> {
          counts.merge(absent.owner(), 1, Integer::sum);
          return new Session(absent, now);
        });
  }

  /** Without authentication all sessions have one owner, without a share limit. */
  private boolean isFull(String owner) {
    return sessions.size() >= most
        || !owner.isEmpty() && counts.getOrDefault(owner, 0) >= Math.max(1, most / 2);
  }

  /** The session of that id, or null. */
  public Session find(SessionId id) {
    return sessions.get(id);
  }

  public void end(SessionId id) {
    Session session = sessions.remove(id);
    if (session != null) {
      counts.computeIfPresent(id.owner(), (owner, count) -> count > 1 ? count - 1 : null);
      session.end();
      listeners.forEach(listener -> listener.accept(session));
    }
  }

  public void endAll(Predicate<SessionId> which) {
    new ArrayList<>(sessions.keySet()).stream().filter(which).forEach(this::end);
  }

  public int size() {
    return sessions.size();
  }

  public List<Session> all() {
    return List.copyOf(sessions.values());
  }

  /** For how long a session has not been used. */
  public long idleNanos(Session session) {
    return Math.max(0, nanoTime.getAsLong() - session.usedNanos());
  }

  private void sweepAfter(long nanos, long now) {
    long last = sweptNanos.get();
    if (now - last > nanos && sweptNanos.compareAndSet(last, now)) {
      sweep(now);
    }
  }

  private void sweep(long now) {
    sessions.forEach(
        (id, session) -> {
          if (now - session.usedNanos() > TIMEOUT_NANOS) {
            end(id);
          }
        });
  }
}
