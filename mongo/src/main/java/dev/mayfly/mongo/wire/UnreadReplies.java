package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.ByteBudget;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.nio.AbstractNioChannel;

/**
 * What one connection's client has not read yet of its large replies, and whether it reads at all.
 * Small replies are not counted: the socket's buffers take them.
 */
final class UnreadReplies {
  private static final int SMALL_BYTES_MAX = 16 << 10;

  private final ByteBudget.Share budget;

  /** Changed only while this is locked. */
  private volatile long bytes;

  /** When the first of the replies was written that wait; 0 if none does. */
  private volatile long waitingSinceNanos;

  private boolean givenUp;

  // What the last look saw: what is first in line, and how much of it was sent.
  private Object first;
  private long sent;
  private long pending;
  private long sinceNanos;

  UnreadReplies(ByteBudget.Share budget) {
    this.budget = requireNonNull(budget, "budget");
  }

  static boolean isLarge(int size) {
    return size > SMALL_BYTES_MAX;
  }

  /** False if all clients together leave too much unread now. */
  synchronized boolean add(int size) {
    if (givenUp) {
      return true;
    }
    if (bytes == 0) {
      waitingSinceNanos = System.nanoTime() | 1;
    }
    bytes += size;
    return budget.takeAnyway(size);
  }

  /** So much was sent, or never will be. */
  synchronized void remove(int size) {
    if (!givenUp) {
      bytes -= size;
      budget.giveBack(size);
      if (bytes == 0) {
        waitingSinceNanos = 0;
      }
    }
  }

  /** The connection is being ended: others may have its share at once. */
  synchronized void giveUp() {
    givenUp = true;
    budget.forfeit();
    bytes = 0;
    waitingSinceNanos = 0;
  }

  /** From any thread. */
  long bytes() {
    return bytes;
  }

  /** Since when large replies wait to be read, or 0; from any thread. */
  long waitingSinceNanos() {
    return waitingSinceNanos;
  }

  /** Since when nothing has moved of what is to be sent; 0 if there is nothing. */
  long stalledSinceNanos(Channel channel, long now) {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    if (buffer == null || buffer.current() == null) {
      first = null;
      sinceNanos = 0;
      return 0;
    }
    if (!hasMoved(buffer) && channel.unsafe() instanceof AbstractNioChannel.NioUnsafe socket) {
      // A slow client's bytes move before the system tells of room.
      socket.forceFlush();
    }
    if (hasMoved(buffer)) {
      first = buffer.current();
      sent = buffer.currentProgress();
      sinceNanos = now | 1;
    }
    pending = buffer.totalPendingWriteBytes();
    return sinceNanos;
  }

  private boolean hasMoved(ChannelOutboundBuffer buffer) {
    return buffer.current() != first
        || buffer.currentProgress() != sent
        || buffer.totalPendingWriteBytes() < pending;
  }
}
