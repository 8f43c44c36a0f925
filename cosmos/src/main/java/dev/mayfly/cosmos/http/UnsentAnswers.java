package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.nio.AbstractNioChannel;

/**
 * What one connection's client has not taken yet of its large answers, and whether it takes any of
 * it. Small answers are not counted: a connection has only so many at once.
 */
final class UnsentAnswers {
  /** Who leaves more unread is not listened to meanwhile. */
  static final int BYTES_MAX = 512 << 10;

  /** Requests that are taken at once until it shows that their answers are small. */
  private static final int FIRST_REQUESTS = 4;

  private final HttpPort port;
  private int requestsMax;

  /** Written on the connection's own thread. */
  private volatile long bytes;

  private volatile boolean forgotten;

  // What was seen at the last look: the bytes that are first in line, and how much of them was
  // sent.
  private Object front;
  private long sent;
  private long pending;
  private long sinceNanos;

  UnsentAnswers(HttpPort port) {
    this.port = requireNonNull(port, "port");
    this.requestsMax = firstRequests();
  }

  private int firstRequests() {
    return Math.min(FIRST_REQUESTS, port.limits().pipelinedMax());
  }

  /** How many requests may wait for their answers. */
  int requestsMax() {
    return requestsMax;
  }

  /** An answer is there; one that was added before is not counted again. */
  void add(Turn turn) {
    if (!turn.count()) {
      return;
    }
    int size = turn.largeBytes();
    if (size == 0) {
      requestsMax = Math.min(2 * requestsMax, port.limits().pipelinedMax());
      return;
    }
    requestsMax = firstRequests();
    count(size);
    if (!port.answers().takeAnyway(size)) {
      port.cutLargest();
    }
  }

  /** An answer, if it was there, will not be sent. */
  void drop(Turn turn) {
    if (turn.isCounted()) {
      remove(turn.largeBytes());
    }
  }

  /** So much of large answers is sent, or never will be. */
  void remove(int size) {
    count(-size);
    port.answers().giveBack(size);
  }

  private void count(int size) {
    long sum = bytes + size;
    bytes = sum;
  }

  /** How many bytes are waiting, as far as they can be had back by ending the connection. */
  long bytes() {
    return forgotten ? 0 : bytes;
  }

  /** The connection is being ended: there is no use in ending it again. */
  void forget() {
    forgotten = true;
  }

  /** Since when nothing has moved of what is to be sent; 0 if there is nothing. */
  long stalledSinceNanos(Channel channel, long now) {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    if (buffer == null || buffer.current() == null) {
      front = null;
      sinceNanos = 0;
      return 0;
    }
    if (!hasMoved(buffer) && channel.unsafe() instanceof AbstractNioChannel.NioUnsafe socket) {
      // The system tells of room when a third of its buffer is free: a slow client's bytes move
      // before that.
      socket.forceFlush();
    }
    if (hasMoved(buffer)) {
      front = buffer.current();
      sent = buffer.currentProgress();
      sinceNanos = now | 1;
    }
    pending = buffer.totalPendingWriteBytes();
    return sinceNanos;
  }

  /** Buffers are used again, so another one may look like the last: then less is waiting. */
  private boolean hasMoved(ChannelOutboundBuffer buffer) {
    return buffer.current() != front
        || buffer.currentProgress() != sent
        || buffer.totalPendingWriteBytes() < pending;
  }
}
