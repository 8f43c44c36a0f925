package dev.mayfly.cosmos.http;

import dev.mayfly.net.ByteBudget;
import dev.mayfly.net.ConnectionLimits;
import java.time.Duration;

/**
 * What the port takes before it refuses. docs/operating.md tells the defaults.
 *
 * @param connectionsMax further ones are closed at once
 * @param lineBytesMax for method, path and version: 414
 * @param headersBytesMax for all headers of a request together: 431
 * @param bodyBytesMax for one request: 413
 * @param bodiesBytesMax for all requests that are being read or answered: 503
 * @param answersBytesMax for all large answers that are not sent: who leaves most unread is closed
 * @param pipelinedMax requests of one connection that are not answered; no more are read meanwhile
 * @param requestTime from a request's first byte to its last: 408
 * @param idleTime without any request until a connection is closed
 * @param handshakeTime for TLS
 * @param unauthenticatedTime that a connection has before its first request that is authorized, and
 *     between refused ones
 * @param stallTime in which something of an answer must be taken by its client
 */
public record HttpLimits(
    int connectionsMax,
    int lineBytesMax,
    int headersBytesMax,
    int bodyBytesMax,
    long bodiesBytesMax,
    long answersBytesMax,
    int pipelinedMax,
    Duration requestTime,
    Duration idleTime,
    Duration handshakeTime,
    Duration unauthenticatedTime,
    Duration stallTime) {
  /** Items have at most 2 MiB, but their text may be longer: escapes, white space. */
  public static final HttpLimits DEFAULT =
      new HttpLimits(
          4096,
          8 << 10,
          64 << 10,
          4 << 20,
          256L << 20,
          256L << 20,
          64,
          Duration.ofSeconds(30),
          Duration.ofMinutes(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(15),
          Duration.ofSeconds(30));

  public HttpLimits {
    requirePositive(connectionsMax, "connectionsMax");
    requirePositive(lineBytesMax, "lineBytesMax");
    requirePositive(headersBytesMax, "headersBytesMax");
    requirePositive(bodyBytesMax, "bodyBytesMax");
    requirePositive(bodiesBytesMax, "bodiesBytesMax");
    requirePositive(answersBytesMax, "answersBytesMax");
    requirePositive(pipelinedMax, "pipelinedMax");
    requirePositive(requestTime.toNanos(), "requestTime");
    requirePositive(idleTime.toNanos(), "idleTime");
    requirePositive(handshakeTime.toNanos(), "handshakeTime");
    requirePositive(unauthenticatedTime.toNanos(), "unauthenticatedTime");
    requirePositive(stallTime.toNanos(), "stallTime");
  }

  private static void requirePositive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + ": it must be positive");
    }
  }

  public HttpLimits withConnectionsMax(int max) {
    return new HttpLimits(
        max,
        lineBytesMax,
        headersBytesMax,
        bodyBytesMax,
        bodiesBytesMax,
        answersBytesMax,
        pipelinedMax,
        requestTime,
        idleTime,
        handshakeTime,
        unauthenticatedTime,
        stallTime);
  }

  public HttpLimits withBodies(int bodyMax, long bodiesMax) {
    return new HttpLimits(
        connectionsMax,
        lineBytesMax,
        headersBytesMax,
        bodyMax,
        bodiesMax,
        answersBytesMax,
        pipelinedMax,
        requestTime,
        idleTime,
        handshakeTime,
        unauthenticatedTime,
        stallTime);
  }

  public HttpLimits withAnswersBytesMax(long max) {
    return new HttpLimits(
        connectionsMax,
        lineBytesMax,
        headersBytesMax,
        bodyBytesMax,
        bodiesBytesMax,
        max,
        pipelinedMax,
        requestTime,
        idleTime,
        handshakeTime,
        unauthenticatedTime,
        stallTime);
  }

  public HttpLimits withPipelinedMax(int max) {
    return new HttpLimits(
        connectionsMax,
        lineBytesMax,
        headersBytesMax,
        bodyBytesMax,
        bodiesBytesMax,
        answersBytesMax,
        max,
        requestTime,
        idleTime,
        handshakeTime,
        unauthenticatedTime,
        stallTime);
  }

  public HttpLimits withTimes(Duration request, Duration idle, Duration handshake, Duration stall) {
    return new HttpLimits(
        connectionsMax,
        lineBytesMax,
        headersBytesMax,
        bodyBytesMax,
        bodiesBytesMax,
        answersBytesMax,
        pipelinedMax,
        request,
        idle,
        handshake,
        unauthenticatedTime,
        stall);
  }

  public HttpLimits withUnauthenticatedTime(Duration time) {
    return new HttpLimits(
        connectionsMax,
        lineBytesMax,
        headersBytesMax,
        bodyBytesMax,
        bodiesBytesMax,
        answersBytesMax,
        pipelinedMax,
        requestTime,
        idleTime,
        handshakeTime,
        time,
        stallTime);
  }

  /** Bodies of one connection's requests: no more are read meanwhile. */
  long connectionBodiesBytesMax() {
    return 4L * bodyBytesMax;
  }

  /** How the memory for bodies is shared. Local clients have no address of their own. */
  ByteBudget.Limits bodies() {
    return new ByteBudget.Limits(
        bodiesBytesMax,
        Math.max(bodyBytesMax, bodiesBytesMax / 2),
        connectionBodiesBytesMax(),
        ByteBudget.SMALL_BYTES);
  }

  /** How connections are shared: clients from elsewhere leave some to the local ones. */
  ConnectionLimits.Settings connections() {
    return new ConnectionLimits.Settings(
        connectionsMax,
        Math.max(1, connectionsMax / 4),
        Math.max(1, connectionsMax - connectionsMax / 8),
        Math.max(1, connectionsMax / 4),
        Math.max(1, connectionsMax / 16),
        unauthenticatedTime,
        unauthenticatedTime);
  }
}
