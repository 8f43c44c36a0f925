package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.PendingAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** The way back for the answer of one frame. */
final class DirectAnswer extends PendingAnswer {
  private final DirectConnection connection;
  private final RequestFrame frame;

  /**
   * @param bodyBytes taken of the budget until there is an answer
   */
  DirectAnswer(DirectConnection connection, RequestFrame frame, int bodyBytes) {
    super(connection, bodyBytes);
    this.connection = connection;
    this.frame = requireNonNull(frame, "frame");
  }

  @Override
  public void run() {
    connection.answered(this);
  }

  /** The bytes of a large answer; 0 if it is small and not counted. */
  int largeBytes() {
    return ResponseFrame.largeBytes(frame, response());
  }

  ByteBuf encode(ByteBufAllocator allocator) {
    return ResponseFrame.encode(allocator, frame, response());
  }
}
