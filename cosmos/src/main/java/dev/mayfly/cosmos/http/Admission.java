package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import java.util.function.Consumer;

/**
 * Decides from the head of a request, before its body is read, whether the request is accepted.
 * Called on network threads: it must not block.
 */
@FunctionalInterface
public interface Admission {
  /**
   * An accepted request.
   *
   * @param handler is called with the request once its body has arrived
   * @param authenticated whether the client has proved who it is; a request of another client can't
   *     have a body
   */
  record Admitted(Consumer<Exchange> handler, boolean authenticated) {
    public Admitted {
      requireNonNull(handler, "handler");
    }
  }

  /**
   * Accepts or refuses a request.
   *
   * @param head the request without its body
   * @throws CosmosException if it is refused
   */
  Admitted admit(Request head);

  /** Accepts everything, for ports whose clients need no authorization. */
  static Admission ofAll(Consumer<Exchange> handler) {
    Admitted always = new Admitted(handler, true);
    return head -> always;
  }
}
