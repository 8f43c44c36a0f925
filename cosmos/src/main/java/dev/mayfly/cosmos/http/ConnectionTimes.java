package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ConnectionLimits;
import java.util.concurrent.TimeUnit;

/** The time limits of one connection. Used on the connection's network thread only. */
final class ConnectionTimes {
  /** How long a client that was refused in the middle of its request may pause before it sees. */
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** What has to happen. */
  enum Verdict {
    /** Nothing: all is in time. */
    WAIT,
    /** The request that is arriving is refused. */
    REFUSE,
    CLOSE
  }

  private final HttpLimits limits;
  private final InboundFlow inbound;
  private final ConnectionLimits.Place place;
  private long idleSinceNanos = System.nanoTime();
  private long lingerSinceNanos;

  ConnectionTimes(HttpLimits limits, InboundFlow inbound, ConnectionLimits.Place place) {
    this.limits = requireNonNull(limits, "limits");
    this.inbound = requireNonNull(inbound, "inbound");
    this.place = requireNonNull(place, "place");
  }

  /** Something was answered. */
  void answered() {
    idleSinceNanos = System.nanoTime();
  }

  /** The last answer is sent; the client may continue to send for a while. */
  void linger() {
    lingerSinceNanos = System.nanoTime() | 1;
  }

  boolean isLingering() {
    return lingerSinceNanos != 0;
  }

  /**
   * Judges by what time it is.
   *
   * @param stalledSinceNanos since when nothing of what is to be sent has moved; 0 if there is
   *     nothing
   * @param answering whether requests wait for their answers
   */
  Verdict judge(long now, long stalledSinceNanos, boolean answering) {
    if (stalledSinceNanos != 0) {
      idleSinceNanos = now;
    }
    if (isLingering()) {
      return now - Math.max(lingerSinceNanos, inbound.discardedNanos()) > LINGER_NANOS
              || isOver(lingerSinceNanos, limits.times().request().toNanos(), now)
          ? Verdict.CLOSE
          : Verdict.WAIT;
    } else if (isOver(stalledSinceNanos, limits.times().stall().toNanos(), now)) {
      return Verdict.CLOSE;
    } else if (isOver(inbound.sinceNanos(), limits.times().request().toNanos(), now)) {
      return Verdict.REFUSE;
    } else if (answering) {
      return Verdict.WAIT;
    } else if (place.isLate()) {
      return inbound.sinceNanos() == 0 ? Verdict.CLOSE : Verdict.REFUSE;
    }
    return inbound.sinceNanos() == 0 && now - idleSinceNanos > limits.times().idle().toNanos()
        ? Verdict.CLOSE
        : Verdict.WAIT;
  }

  private static boolean isOver(long since, long most, long now) {
    return since != 0 && now - since > most;
  }
}
