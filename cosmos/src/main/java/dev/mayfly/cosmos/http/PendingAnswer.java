package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

/**
 * The way back for the answer of one request. It comes from any thread; {@link #run} then writes it
 * on the connection's own.
 */
public abstract class PendingAnswer implements Consumer<Response>, Runnable {
  private final PipelinedConnection connection;
  private final int bodyBytes;

  /** Seen by the connection's thread at the latest when it runs what it was handed. */
  private volatile Response response;

  /**
   * @param bodyBytes taken of the budget until there is an answer
   */
  protected PendingAnswer(PipelinedConnection connection, int bodyBytes) {
    this.connection = requireNonNull(connection, "connection");
    this.bodyBytes = bodyBytes;
  }

  /** The handler has finished, even if the client disconnected long ago. */
  @Override
  public final void accept(Response answer) {
    response = answer;
    connection.giveBackBody(bodyBytes);
    connection.answer(this);
  }

  /** The answer; null until there is one. */
  protected final Response response() {
    return response;
  }
}
