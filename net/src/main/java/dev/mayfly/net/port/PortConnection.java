package dev.mayfly.net.port;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.UnreadResponses;
import io.netty.handler.ssl.SslHandler;
import java.util.function.BooleanSupplier;

/** A connection of a port. Methods are called on its event loop unless they say otherwise. */
public interface PortConnection {
  /** Its bytes are encrypted; called before any of them is handed on. */
  default void secured(SslHandler handler) {}

  /** Closes it if a timeout is over; called again and again. */
  void checkTimeouts(long now);

  /** Takes no further request, and closes it after the last response. */
  void shutDown();

  /**
   * The large request that is arriving too slowly to keep its memory when that is short; null if
   * there is none. From any thread.
   */
  default SlowRequest slowRequest(long now) {
    return null;
  }

  /** Responses that its client has not read; null if they are not counted. From any thread. */
  default UnreadResponses unread() {
    return null;
  }

  /** Whose connection it is; unread responses are compared by owner. From any thread. */
  default Object owner() {
    return this;
  }

  /** Closes it at once and frees what it holds. From any thread. */
  default void abort() {}

  /**
   * A request that arrives slowly.
   *
   * @param eviction frees its memory; false if the request has arrived meanwhile
   */
  record SlowRequest(long bytesPerSecond, BooleanSupplier eviction) {
    public SlowRequest {
      requireNonNull(eviction, "eviction");
    }
  }
}
