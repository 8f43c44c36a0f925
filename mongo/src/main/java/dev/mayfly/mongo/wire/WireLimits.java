package dev.mayfly.mongo.wire;

import java.time.Duration;

/**
 * What a port takes before it refuses. docs/operating.md tells the defaults.
 *
 * @param connectionsMax further ones are closed at once
 * @param messageBytesMax for one message, compressed or not; a longer one closes the connection
 * @param requestsBytesMax for all requests that are being read or answered: 462
 * @param repliesBytesMax of large replies that all clients leave unread; beyond it, who leaves most
 *     is closed
 * @param pipelinedMax requests of one connection that are not answered; no more are read meanwhile
 * @param messageTime from a message's first byte to its last, and until the first message
 * @param handshakeTime for TLS
 * @param stallTime that a client may leave replies unread
 */
public record WireLimits(
    int connectionsMax,
    int messageBytesMax,
    long requestsBytesMax,
    long repliesBytesMax,
    int pipelinedMax,
    Duration messageTime,
    Duration handshakeTime,
    Duration stallTime) {
  public static final WireLimits DEFAULT =
      new WireLimits(
          4096,
          48_000_000,
          512L << 20,
          256L << 20,
          64,
          Duration.ofMinutes(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30));

  public WireLimits {
    requirePositive(connectionsMax, "connectionsMax");
    requirePositive(messageBytesMax, "messageBytesMax");
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

  public WireLimits withConnectionsMax(int max) {
    return new WireLimits(
        max,
        messageBytesMax,
        requestsBytesMax,
        repliesBytesMax,
        pipelinedMax,
        messageTime,
        handshakeTime,
        stallTime);
  }

  public WireLimits withRequests(int messageMax, long requestsMax, int pipelined) {
    return new WireLimits(
        connectionsMax,
        messageMax,
        requestsMax,
        repliesBytesMax,
        pipelined,
        messageTime,
        handshakeTime,
        stallTime);
  }

  public WireLimits withRepliesBytesMax(long max) {
    return new WireLimits(
        connectionsMax,
        messageBytesMax,
        requestsBytesMax,
        max,
        pipelinedMax,
        messageTime,
        handshakeTime,
        stallTime);
  }

  public WireLimits withTimes(Duration message, Duration handshake, Duration stall) {
    return new WireLimits(
        connectionsMax,
        messageBytesMax,
        requestsBytesMax,
        repliesBytesMax,
        pipelinedMax,
        message,
        handshake,
        stall);
  }
}
