package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;

/**
 * The answers of one connection, written in the order of its requests. Used on the connection's
 * network thread only.
 */
final class AnswerQueue {
  private final HttpPort port;
  private final UnsentAnswers unsent;
  private final ArrayDeque<Turn> turns = new ArrayDeque<>(4);
  private boolean lastWritten;

  AnswerQueue(HttpPort port, UnsentAnswers unsent) {
    this.port = requireNonNull(port, "port");
    this.unsent = requireNonNull(unsent, "unsent");
  }

  void add(Turn turn) {
    turns.add(turn);
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  /** Whether as many requests wait for their answers as may. */
  boolean isFull() {
    return turns.size() >= unsent.requestsMax();
  }

  /** Whether an answer was written after which the connection ends. */
  boolean isLastWritten() {
    return lastWritten;
  }

  /**
   * Writes the answers whose turn it is.
   *
   * @param sent is called when a large answer has been sent
   * @return whether there were any
   */
  boolean writeReady(ChannelHandlerContext context, boolean secure, Runnable sent) {
    Turn turn = turns.peek();
    if (turn == null || !turn.isReady()) {
      return false;
    }
    do {
      turns.remove();
      unsent.add(turn);
      boolean last = turn.isLast() || port.isClosing() && turns.isEmpty();
      write(turn, turn.encode(context.alloc(), secure, last), context, sent);
      lastWritten |= last;
      turn = turns.peek();
    } while (turn != null && turn.isReady() && !unsent.isGivenUp());
    return true;
  }

  private void write(Turn turn, ByteBuf bytes, ChannelHandlerContext context, Runnable sent) {
    int large = turn.largeBytes();
    if (large == 0) {
      context.write(bytes, context.voidPromise());
      return;
    }
    context
        .write(bytes)
        .addListener(
            written -> {
              unsent.remove(large);
              sent.run();
            });
  }

  /** The connection is lost: nothing will be sent. */
  void drop() {
    turns.forEach(unsent::drop);
    turns.clear();
  }
}
