package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.MongoVersion;
import dev.mayfly.net.ByteBudget;
import dev.mayfly.net.ConnectionLimits;
import java.time.Duration;

/**
 * What a port takes before it refuses. docs/operating.md tells the defaults.
 *
 * @param connections how many there may be, and how soon they have to say something
 * @param messageBytesMax for one message, compressed or not; a longer one closes the connection
 * @param unauthenticatedBytesMax for one message, compressed or not, of a client that has to
 *     authenticate first: 13
 * @param requestsBytesMax for all requests that are being read or answered: 462
 * @param repliesBytesMax of large replies that all clients leave unread; beyond it, the one that
 *     has waited longest is closed
 * @param pipelinedMax requests of one connection that are not answered; no more are read meanwhile
 * @param messageTime from a message's first byte to its last
 * @param handshakeTime for TLS
 * @param stallTime that a client may leave replies unread, or a message without another byte
 */
public record WireLimits(
    ConnectionLimits.Settings connections,
    int messageBytesMax,
    int unauthenticatedBytesMax,
    long requestsBytesMax,
    long repliesBytesMax,
    int pipelinedMax,
    Duration messageTime,
    Duration handshakeTime,
    Duration stallTime) {
  private static final int CONNECTIONS_MAX = 4096;
  private static final Duration FIRST_REQUEST_TIME = Duration.ofSeconds(20);

  /** Drivers keep connections that only ask for the server's state, and never authenticate. */
  private static final Duration UNAUTHENTICATED_IDLE_TIME = Duration.ofMinutes(10);

  public static final WireLimits DEFAULT = of(Runtime.getRuntime().maxMemory());

  /** The limits of a server whose heap has so many bytes. */
  static WireLimits of(long heapBytes) {
    long least = 2L * MongoVersion.MESSAGE_BYTES_MAX;
    return new WireLimits(
        ConnectionLimits.Settings.of(
            CONNECTIONS_MAX, FIRST_REQUEST_TIME, UNAUTHENTICATED_IDLE_TIME),
        MongoVersion.MESSAGE_BYTES_MAX,
        16 << 10,
        Math.max(least, Math.min(512L << 20, heapBytes / 4)),
        256L << 20,
        64,
        Duration.ofMinutes(1),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30));
  }

  public WireLimits {
    requireNonNull(connections, "connections");
    requirePositive(messageBytesMax, "messageBytesMax");
    requirePositive(unauthenticatedBytesMax, "unauthenticatedBytesMax");
    requirePositive(requestsBytesMax, "requestsBytesMax");
    requirePositive(repliesBytesMax, "repliesBytesMax");
    requirePositive(pipelinedMax, "pipelinedMax");
    requirePositive(messageTime.toNanos(), "messageTime");
    requirePositive(handshakeTime.toNanos(), "handshakeTime");
    requirePositive(stallTime.toNanos(), "stallTime");
  }

  private static void requirePositive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + ": it must be positive");
    }
  }

  /** One connection may hold a compressed message and what it is unpacked to. */
  ByteBudget.Limits requests() {
    return ByteBudget.Limits.shared(requestsBytesMax, 2L * messageBytesMax);
  }

  /** A connection has no limit of its own: it is not listened to while it leaves much unread. */
  ByteBudget.Limits replies() {
    return new ByteBudget.Limits(
        repliesBytesMax, Math.max(1, repliesBytesMax / 2), Long.MAX_VALUE, 0);
  }

  public WireLimits withConnectionsMax(int max) {
    return withConnections(
        ConnectionLimits.Settings.of(
            max, connections.firstRequestTime(), connections.unauthenticatedIdleTime()));
  }

  public WireLimits withConnections(ConnectionLimits.Settings others) {
    return new WireLimits(
        others,
        messageBytesMax,
        unauthenticatedBytesMax,
        requestsBytesMax,
        repliesBytesMax,
        pipelinedMax,
        messageTime,
        handshakeTime,
        stallTime);
  }

  public WireLimits withRequests(int messageMax, long requestsMax, int pipelined) {
    return new WireLimits(
        connections,
        messageMax,
        unauthenticatedBytesMax,
        requestsMax,
        repliesBytesMax,
        pipelined,
        messageTime,
        handshakeTime,
        stallTime);
  }

  public WireLimits withRepliesBytesMax(long max) {
    return new WireLimits(
        connections,
        messageBytesMax,
        unauthenticatedBytesMax,
        requestsBytesMax,
        max,
        pipelinedMax,
        messageTime,
        handshakeTime,
        stallTime);
  }

  public WireLimits withTimes(Duration message, Duration handshake, Duration stall) {
    return new WireLimits(
        connections,
        messageBytesMax,
        unauthenticatedBytesMax,
        requestsBytesMax,
        repliesBytesMax,
        pipelinedMax,
        message,
        handshake,
        stall);
  }
}
