package dev.mayfly.cosmos.http;

import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ConnectionLimits;
import java.time.Duration;

/**
 * The limits of the ports. The defaults are in docs/operating.md.
 *
 * @param connectionsMax further ones are closed at once
 * @param pipelinedMax unanswered requests of one connection; no more are read meanwhile
 */
public record HttpLimits(int connectionsMax, int pipelinedMax, Sizes sizes, Times times) {
  /** Items have at most 2 MiB, but their text may be longer: escapes, white space. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          4096,
          64,
          new Sizes(8 << 10, 64 << 10, 4 << 20, 256L << 20, 256L << 20),
          new Times(
              Duration.ofSeconds(30),
              Duration.ofMinutes(5),
              Duration.ofSeconds(10),
              Duration.ofSeconds(15),
              Duration.ofSeconds(30)));

  /**
   * @param lineBytesMax for method, path and version: 414
   * @param headersBytesMax for all headers of a request together: 431
   * @param bodyBytesMax for one request: 413
   * @param bodiesBytesMax for all requests that are being read or answered: 503
   * @param answersBytesMax for all large unsent responses: the client with most unread is closed
   */
  public record Sizes(
      int lineBytesMax,
      int headersBytesMax,
      int bodyBytesMax,
      long bodiesBytesMax,
      long answersBytesMax) {
    public Sizes {
      requirePositive(lineBytesMax, "lineBytesMax");
      requirePositive(headersBytesMax, "headersBytesMax");
      requirePositive(bodyBytesMax, "bodyBytesMax");
      requirePositive(bodiesBytesMax, "bodiesBytesMax");
      requirePositive(answersBytesMax, "answersBytesMax");
    }
  }

  /**
   * @param request from a request's first byte to its last: 408
   * @param idle without any request until a connection is closed
   * @param handshake for TLS
   * @param unauthenticated that a connection has before its first authorized request
   * @param stall in which the client must read something of a response
   */
  public record Times(
      Duration request,
      Duration idle,
      Duration handshake,
      Duration unauthenticated,
      Duration stall) {
    public Times {
      requirePositive(request.toNanos(), "request");
      requirePositive(idle.toNanos(), "idle");
      requirePositive(handshake.toNanos(), "handshake");
      requirePositive(unauthenticated.toNanos(), "unauthenticated");
      requirePositive(stall.toNanos(), "stall");
    }
  }

  public HttpLimits {
    requirePositive(connectionsMax, "connectionsMax");
    requirePositive(pipelinedMax, "pipelinedMax");
  }

  private static void requirePositive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + ": it must be positive");
    }
  }

  public HttpLimits withConnectionsMax(int max) {
    return new HttpLimits(max, pipelinedMax, sizes, times);
  }

  public HttpLimits withPipelinedMax(int max) {
    return new HttpLimits(connectionsMax, max, sizes, times);
  }

  private HttpLimits with(Sizes others) {
    return new HttpLimits(connectionsMax, pipelinedMax, others, times);
  }

  private HttpLimits with(Times others) {
    return new HttpLimits(connectionsMax, pipelinedMax, sizes, others);
  }

  public HttpLimits withBodies(int bodyMax, long bodiesMax) {
    return with(
        new Sizes(
            sizes.lineBytesMax, sizes.headersBytesMax, bodyMax, bodiesMax, sizes.answersBytesMax));
  }

  public HttpLimits withAnswersBytesMax(long max) {
    return with(
        new Sizes(
            sizes.lineBytesMax,
            sizes.headersBytesMax,
            sizes.bodyBytesMax,
            sizes.bodiesBytesMax,
            max));
  }

  public HttpLimits withUnauthenticatedTime(Duration time) {
    return with(new Times(times.request, times.idle, times.handshake, time, times.stall));
  }

  public HttpLimits withTimes(Duration request, Duration idle, Duration handshake, Duration stall) {
    return with(new Times(request, idle, handshake, times.unauthenticated, stall));
  }

  /** Bodies of one connection's requests: no more are read meanwhile. */
  public long connectionBodiesBytesMax() {
    return 4L * sizes.bodyBytesMax();
  }

  /** With more held than this, a connection's next body might not fit: no more is read. */
  public long heldBodiesBytesMax() {
    return connectionBodiesBytesMax() - sizes.bodyBytesMax;
  }

  /** How the memory for bodies is shared. Local clients have no address of their own. */
  ByteBudget.Limits bodies() {
    return new ByteBudget.Limits(
        sizes.bodiesBytesMax(),
        Math.max(sizes.bodyBytesMax(), sizes.bodiesBytesMax() / 2),
        connectionBodiesBytesMax(),
        ByteBudget.SMALL_BYTES);
  }

  /** How connections are shared: clients from elsewhere leave some to the local ones. */
  ConnectionLimits.Settings connections() {
    return connections(times.unauthenticated());
  }

  /**
   * The same for a port whose clients open connections before they need them.
   *
   * @param idle that a connection may be before its first request that is authorized
   */
  public ConnectionLimits.Settings connections(Duration idle) {
    return new ConnectionLimits.Settings(
        connectionsMax,
        Math.max(1, connectionsMax / 4),
        Math.max(1, connectionsMax - connectionsMax / 8),
        Math.max(1, connectionsMax / 4),
        Math.max(1, connectionsMax / 16),
        times.unauthenticated(),
        idle);
  }
}
