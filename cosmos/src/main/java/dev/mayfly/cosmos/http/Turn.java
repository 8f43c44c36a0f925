package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.ResponseEncoder.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;

/**
 * A request's place in its connection's order of answers. The answer comes from any thread and is
 * written on the connection's own.
 */
final class Turn implements Consumer<Response>, Runnable {
  private final HttpConnection connection;
  private final String activityId;
  private final Connection after;
  private final boolean withoutBody;
  private final int bodyBytes;

  /** Whether its answer is among those that the connection has counted. */
  private boolean counted;

  /** Seen by the connection's thread at the latest when it runs what it was handed. */
  private volatile Response response;

  /**
   * @param activityId of the request; null for the place of a go-ahead
   * @param after what the connection does after this answer
   * @param bodyBytes taken of the budget until there is an answer
   */
  Turn(
      HttpConnection connection,
      String activityId,
      Connection after,
      boolean withoutBody,
      int bodyBytes) {
    this.connection = requireNonNull(connection, "connection");
    this.activityId = activityId;
    this.after = requireNonNull(after, "after");
    this.withoutBody = withoutBody;
    this.bodyBytes = bodyBytes;
  }

  /** The place of a go-ahead: it too must not overtake the answers before it. */
  static Turn goAhead(HttpConnection connection) {
    return new Turn(connection, null, Connection.USUAL, false, 0);
  }

  /** Whoever worked on the request is done with it, even if its client left long ago. */
  @Override
  public void accept(Response answer) {
    response = answer;
    connection.giveBackBody(bodyBytes);
    if (connection.isOwnThread()) {
      connection.answered(this);
    } else {
      connection.execute(this);
    }
  }

  @Override
  public void run() {
    connection.answered(this);
  }

  boolean isReady() {
    return response != null || activityId == null;
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

  /** The bytes of a large answer; 0 of those that are small enough for nobody to count. */
  int largeBytes() {
    return activityId == null ? 0 : ResponseEncoder.largeBytes(response, withoutBody);
  }

  ByteBuf encode(ByteBufAllocator allocator, boolean secure, boolean closing) {
    if (activityId == null) {
      return Unpooled.wrappedBuffer(ResponseEncoder.CONTINUE);
    }
    return ResponseEncoder.encode(
        allocator, response, activityId, secure, closing ? Connection.CLOSE : after, withoutBody);
  }
}
