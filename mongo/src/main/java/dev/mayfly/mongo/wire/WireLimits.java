package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.MongoVersion;
import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ConnectionLimits;
import java.time.Duration;

/**
 * The limits of a port. The defaults are in docs/operating.md.
 *
 * @param connections number and timeouts of connections
 * @param messageBytesMax of one message, compressed or not; a longer one closes the connection
 * @param unauthenticatedBytesMax of one message before authentication, compressed or not; a longer
 *     one fails with 13
 * @param requestsBytesMax of all requests that are being read or processed; beyond it they fail
 *     with 462
 * @param repliesBytesMax of large replies that clients have not read; beyond it the connection that
 *     has waited longest is closed
 * @param pipelinedMax pending requests of one connection; beyond it reading pauses
 * @param messageTime from the first byte of a message to its last
 * @param handshakeTime of TLS
 * @param stallTime without progress in reading replies or sending a message
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

  /** Monitoring connections of drivers never authenticate. */
  private static final Duration UNAUTHENTICATED_IDLE_TIME = Duration.ofMinutes(10);

  public static final WireLimits DEFAULT = of(Runtime.getRuntime().maxMemory());

  /** The limits for a heap size. */
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

  /** One connection may hold a message both compressed and decompressed. */
  ByteBudget.Limits requests() {
    return ByteBudget.Limits.shared(requestsBytesMax, 2L * messageBytesMax);
  }

  /** No limit for one connection: reading pauses while it leaves replies unread. */
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
