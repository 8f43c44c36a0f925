package dev.mayfly.mongo.session;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A logical session. It ends on request or after a timeout. */
public final class Session {
  private final SessionId id;
  private final Map<Class<?>, Object> kept = new ConcurrentHashMap<>(2);
  private volatile long usedNanos;
  private volatile boolean ended;

  Session(SessionId id, long nowNanos) {
    this.id = requireNonNull(id, "id");
    this.usedNanos = nowNanos;
  }

  public SessionId id() {
    return id;
  }

  /** State of other components that is attached to the session, one object of each type. */
  public <T> T keep(Class<T> kind, Supplier<T> maker) {
    return kind.cast(kept.computeIfAbsent(kind, absent -> maker.get()));
  }

  public boolean isEnded() {
    return ended;
  }

  void end() {
    ended = true;
  }

  void use(long nowNanos) {
    usedNanos = nowNanos;
  }

  long usedNanos() {
    return usedNanos;
  }
}
