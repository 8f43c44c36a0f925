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

  /** Changed only while this is locked. */
  private volatile long bytes;

  /** The connection is being ended, for what it had to be given to others. */
  private volatile boolean givenUp;

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
    if (!take(size)) {
      port.cutLargest();
    }
  }

  /** False if all connections together have too much now. */
  private synchronized boolean take(int size) {
    if (givenUp) {
      return true;
    }
    bytes += size;
    return port.answers().takeAnyway(size);
  }

  /** An answer, if it was there, will not be sent. */
  void drop(Turn turn) {
    if (turn.isCounted()) {
      remove(turn.largeBytes());
    }
  }

  /** So much of large answers is sent, or never will be. */
  synchronized void remove(int size) {
    if (!givenUp) {
      bytes -= size;
      port.answers().giveBack(size);
    }
  }

  /** How many bytes are waiting; from any thread. */
  long bytes() {
    return bytes;
  }

  /** The connection is being ended: what it has need not be waited for. From any thread. */
  synchronized void giveUp() {
    givenUp = true;
    port.answers().giveBack(bytes);
    bytes = 0;
  }

  boolean isGivenUp() {
    return givenUp;
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
