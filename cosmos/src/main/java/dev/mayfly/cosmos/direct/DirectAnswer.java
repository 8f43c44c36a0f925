package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.Consumer;

/** The way back for one answer. It comes from any thread and is written on the connection's own. */
final class DirectAnswer implements Consumer<Response>, Runnable {
  private final DirectConnection connection;
  private final RequestFrame frame;
  private final int bodyBytes;

  /** Seen by the connection's thread at the latest when it runs what it was handed. */
  private volatile Response response;

  /**
   * @param bodyBytes taken of the budget until there is an answer
   */
  DirectAnswer(DirectConnection connection, RequestFrame frame, int bodyBytes) {
    this.connection = requireNonNull(connection, "connection");
    this.frame = requireNonNull(frame, "frame");
    this.bodyBytes = bodyBytes;
  }

  /** The handler has finished, even if the client disconnected long ago. */
  @Override
  public void accept(Response answer) {
    response = answer;
    connection.giveBackBody(bodyBytes);
    connection.answer(this);
  }

  @Override
  public void run() {
    connection.answered(this);
  }

  /** The bytes of a large answer; 0 if it is small and not counted. */
  int largeBytes() {
    return ResponseFrame.largeBytes(frame, response);
  }

  ByteBuf encode(ByteBufAllocator allocator) {
    return ResponseFrame.encode(allocator, frame, response);
  }
}
