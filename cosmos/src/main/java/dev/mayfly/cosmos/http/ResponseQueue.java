package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.UnreadResponses;
import dev.mayfly.net.port.ListeningPort;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;

/**
 * The answers of one connection, written in the order of its requests. Used on the connection's
 * network thread only.
 */
final class ResponseQueue {
  /** Requests that are taken at once until it shows that their answers are small. */
  private static final int FIRST_REQUESTS = 4;

  private final ListeningPort port;
  private final UnreadResponses unread;
  private final int pipelinedMax;
  private final ArrayDeque<PendingResponse> pending = new ArrayDeque<>(4);
  private int requestsMax;
  private boolean lastWritten;

  /**
   * @param pipelinedMax requests that may wait for their answers
   */
  ResponseQueue(ListeningPort port, UnreadResponses unread, int pipelinedMax) {
    this.port = requireNonNull(port, "port");
    this.unread = requireNonNull(unread, "unread");
    this.pipelinedMax = pipelinedMax;
    this.requestsMax = Math.min(FIRST_REQUESTS, pipelinedMax);
  }

  void add(PendingResponse answer) {
    pending.add(answer);
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  /** Whether as many requests wait for their answers as may. */
  boolean isFull() {
    return pending.size() >= requestsMax;
  }

  /** Whether an answer was written after which the connection ends. */
  boolean isLastWritten() {
    return lastWritten;
  }

  /** An answer is there; one that was counted before is not counted again. */
  void count(PendingResponse answer) {
    if (!answer.count()) {
      return;
    }
    int size = answer.largeBytes();
    if (size == 0) {
      requestsMax = Math.min(2 * requestsMax, pipelinedMax);
      return;
    }
    requestsMax = Math.min(FIRST_REQUESTS, pipelinedMax);
    if (!unread.add(size)) {
      port.connections().abortUnread();
    }
  }

  /**
   * Writes the answers whose turn it is.
   *
   * @param sent is called when a large answer has been sent
   * @return whether there were any
   */
  boolean writeReady(ChannelHandlerContext context, boolean secure, Runnable sent) {
    PendingResponse answer = pending.peek();
    if (answer == null || !answer.isReady()) {
      return false;
    }
    do {
      pending.remove();
      count(answer);
      boolean last = answer.isLast() || port.isClosing() && pending.isEmpty();
      write(answer, answer.encode(context.alloc(), secure, last), context, sent);
      lastWritten |= last;
      answer = pending.peek();
    } while (answer != null && answer.isReady() && !unread.isAbandoned());
    return true;
  }

  private void write(
      PendingResponse answer, ByteBuf bytes, ChannelHandlerContext context, Runnable sent) {
    int large = answer.largeBytes();
    if (large == 0) {
      context.write(bytes, context.voidPromise());
      return;
    }
    context
        .write(bytes)
        .addListener(
            written -> {
              unread.remove(large);
              sent.run();
            });
  }

  /** The connection is lost: nothing will be sent. */
  void drop() {
    for (PendingResponse answer : pending) {
      if (answer.isCounted()) {
        unread.remove(answer.largeBytes());
      }
    }
    pending.clear();
  }
}
