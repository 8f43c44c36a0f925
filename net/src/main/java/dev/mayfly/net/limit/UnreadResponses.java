package dev.mayfly.net.limit;

import static java.util.Objects.requireNonNull;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.nio.AbstractNioChannel;

/**
 * The large responses of one connection that its client has not read yet, and whether it reads at
 * all. Small responses are not counted: a connection has only a few of them at once, and the
 * buffers of its socket take them.
 */
public final class UnreadResponses {
  private final ByteBudget.Share budget;

  /** Changed only while this is locked. */
  private volatile long bytes;

  /** When the oldest of the responses that are unread was added; 0 if there is none. */
  private volatile long oldestNanos;

  private volatile boolean abandoned;

  // The state at the last check of progress; used on the connection's event loop only.
  private Object first;
  private long firstSentBytes;
  private long pendingBytes;
  private long progressNanos;

  public UnreadResponses(ByteBudget.Share budget) {
    this.budget = requireNonNull(budget, "budget");
  }

  /** Adds a response; false if the clients of all connections together leave too much unread. */
  public synchronized boolean add(long size) {
    if (abandoned) {
      return true;
    }
    if (bytes == 0) {
      oldestNanos = System.nanoTime() | 1;
    }
    bytes += size;
    return budget.takeAnyway(size);
  }

  /** A response was sent, or never will be. */
  public synchronized void remove(long size) {
    if (!abandoned) {
      bytes -= size;
      budget.giveBack(size);
      if (bytes == 0) {
        oldestNanos = 0;
      }
    }
  }

  /** The connection is being closed: its part of the budget is free at once. From any thread. */
  public synchronized void abandon() {
    abandoned = true;
    budget.forfeit();
    bytes = 0;
    oldestNanos = 0;
  }

  public boolean isAbandoned() {
    return abandoned;
  }

  /** How many bytes are unread; from any thread. */
  public long bytes() {
    return bytes;
  }

  /** Since when responses have been unread, or 0; from any thread. */
  public long oldestNanos() {
    return oldestNanos;
  }

  /** Since when no byte of what is to be sent has been taken; 0 if there is nothing to send. */
  public long stalledSinceNanos(Channel channel, long now) {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    if (buffer == null || buffer.current() == null) {
      first = null;
      progressNanos = 0;
      return 0;
    }
    if (!hasProgressed(buffer) && channel.unsafe() instanceof AbstractNioChannel.NioUnsafe socket) {
      // The system reports a socket as writable when a third of its buffer is free: the bytes of a
      // slow client move before that.
      socket.forceFlush();
    }
    if (hasProgressed(buffer)) {
      first = buffer.current();
      firstSentBytes = buffer.currentProgress();
      progressNanos = now | 1;
    }
    pendingBytes = buffer.totalPendingWriteBytes();
    return progressNanos;
  }

  /** Buffers are reused, so that the first may be the same object: then less is pending. */
  private boolean hasProgressed(ChannelOutboundBuffer buffer) {
    return buffer.current() != first
        || buffer.currentProgress() != firstSentBytes
        || buffer.totalPendingWriteBytes() < pendingBytes;
  }
}
