package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A request and the way back for its answer. Answered once, from any thread. */
public final class Exchange {
  private final Request request;
  private final Consumer<Response> sender;
  private final AtomicBoolean answered = new AtomicBoolean();

  public Exchange(Request request, Consumer<Response> sender) {
    this.request = requireNonNull(request, "request");
    this.sender = requireNonNull(sender, "sender");
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
