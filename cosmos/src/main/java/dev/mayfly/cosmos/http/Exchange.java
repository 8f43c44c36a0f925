package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.work.ClientConnection;
import dev.mayfly.net.work.Requester;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A request and the way back for its answer. Answered once, from any thread. */
public final class Exchange {
  private final Request request;
  private final Consumer<Response> sender;
  private final ClientConnection connection;
  private final SocketAddress address;
  private final AnswerTime time;
  private final AtomicBoolean answered = new AtomicBoolean();

  /** An exchange without a known client. */
  public Exchange(Request request, Consumer<Response> sender) {
    this(request, sender, new ClientConnection(), null, AnswerTime.HTTP);
  }

  /**
   * @param address of the client; null if it is not known
   * @param time that the client waits for an answer
   */
  public Exchange(
      Request request,
      Consumer<Response> sender,
      ClientConnection connection,
      SocketAddress address,
      AnswerTime time) {
    this.request = requireNonNull(request, "request");
    this.sender = requireNonNull(sender, "sender");
    this.connection = requireNonNull(connection, "connection");
    this.address = address;
    this.time = requireNonNull(time, "time");
  }

  /** The same with another request in place of its own. */
  public Exchange as(Request other) {
    return new Exchange(other, this::respond, connection, address, time);
  }

  /** The same, where the answer is shown to somebody before it is sent. */
  public Exchange observed(Consumer<Response> observer) {
    Consumer<Response> both =
        response -> {
          observer.accept(response);
          respond(response);
        };
    return new Exchange(request, both, connection, address, time);
  }

  /** Whose part of the time it uses: that of those with the same rights on the same machine. */
  public Requester requester(Object caller) {
    Object machine = address instanceof InetSocketAddress inet ? inet.getAddress() : address;
    return new Requester(connection, new User(caller, machine));
  }

  private record User(Object caller, Object machine) {}

  /** How long an answer may take. */
  public AnswerTime time() {
    return time;
  }

  public Request request() {
    return request;
  }

  /** Sends the answer; a second one is a defect and is dropped. */
  public void respond(Response response) {
    requireNonNull(response, "response");
    if (answered.compareAndSet(false, true)) {
      sender.accept(response);
    }
  }

  /** Answers with what a failure means to a client. */
  public void fail(Throwable failure) {
    respond(Failures.response(request, failure));
  }
}
