package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.ResponseEncoder.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;

/** A request's place in its connection's order of answers. */
final class PendingResponse extends PendingAnswer {
  private final HttpConnection connection;
  private final String activityId;
  private final Connection after;
  private final boolean withoutBody;

  /** Whether its answer is among those that the connection has counted. */
  private boolean counted;

  /**
   * @param activityId of the request; null for an interim response
   * @param after what the connection does after this answer
   * @param bodyBytes taken of the budget until there is an answer
   */
  PendingResponse(
      HttpConnection connection,
      String activityId,
      Connection after,
      boolean withoutBody,
      int bodyBytes) {
    super(connection, bodyBytes);
    this.connection = connection;
    this.activityId = activityId;
    this.after = requireNonNull(after, "after");
    this.withoutBody = withoutBody;
  }

  /** The interim response 100: it too must not overtake the answers before it. */
  static PendingResponse interim(HttpConnection connection) {
    return new PendingResponse(connection, null, Connection.USUAL, false, 0);
  }

  @Override
  public void run() {
    connection.answered(this);
  }

  boolean isReady() {
    return response() != null || activityId == null;
  }

  boolean isLast() {
    return after == Connection.CLOSE;
  }

  /** True for the first time that it is asked. */
  boolean count() {
    boolean first = !counted;
    counted = true;
    return first;
  }

  boolean isCounted() {
    return counted;
  }

  /** The bytes of a large answer; 0 if it is small and not counted. */
  int largeBytes() {
    return activityId == null ? 0 : ResponseEncoder.largeBytes(response(), withoutBody);
  }

  ByteBuf encode(ByteBufAllocator allocator, boolean secure, boolean closing) {
    if (activityId == null) {
      return Unpooled.wrappedBuffer(ResponseEncoder.CONTINUE);
    }
    return ResponseEncoder.encode(
        allocator, response(), activityId, secure, closing ? Connection.CLOSE : after, withoutBody);
  }
}
