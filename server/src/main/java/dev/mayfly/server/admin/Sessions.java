package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Who has signed in with the page. A session ends when it is not used, and with the server. */
final class Sessions {
  static final String COOKIE = "mayfly-session";
  static final int SESSIONS_MAX = 64;
  static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(30);

  private static final int SECRET_BYTES = 32;

  private final Map<String, Session> byId = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  /** A session; its token must come with every request that is not a plain read. */
  static final class Session {
    private final String id;
    private final String token;
    private final Grant grant;
    private volatile long usedNanos;

    private Session(String id, String token, Grant grant, long nowNanos) {
      this.id = id;
      this.token = token;
      this.grant = grant;
      this.usedNanos = nowNanos;
    }

    String id() {
      return id;
    }

    String token() {
      return token;
    }

    Grant grant() {
      return grant;
    }
  }

  Sessions(LongSupplier nanoTime) {
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
  }

  synchronized Session open(Grant grant) {
    byId.values().removeIf(this::isOver);
    while (byId.size() >= SESSIONS_MAX) {
      byId.values().stream()
          .min(Comparator.comparingLong((Session session) -> session.usedNanos))
          .ifPresent(oldest -> byId.remove(oldest.id()));
    }
    Session session = new Session(secret(), secret(), grant, nanoTime.getAsLong());
    byId.put(session.id(), session);
    return session;
  }

  private static String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private boolean isOver(Session session) {
    return nanoTime.getAsLong() - session.usedNanos > IDLE_NANOS
        || !session.grant().inForce().getAsBoolean();
  }

  /** The session that a request's cookie names, if it is not over. */
  Optional<Session> find(AdminRequest request) {
    Session session = byId.get(cookie(request.header("cookie")));
    if (session == null) {
      return Optional.empty();
    }
    if (isOver(session)) {
      byId.remove(session.id());
      return Optional.empty();
    }
    session.usedNanos = nanoTime.getAsLong();
    return Optional.of(session);
  }

  void close(Session session) {
    byId.remove(session.id());
  }

  private static String cookie(String header) {
    if (header != null) {
      for (String pair : header.split(";")) {
        String trimmed = pair.trim();
        if (trimmed.startsWith(COOKIE + "=")) {
          return trimmed.substring(COOKIE.length() + 1);
        }
      }
    }
    return "";
  }
}
