package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * An answer of the admin port.
 *
 * @param headers beside those that all answers have
 * @param events what is sent after the head instead of a body, as it happens; null if there is a
 *     body
 */
record AdminResponse(
    int status, String contentType, byte[] body, Map<String, String> headers, EventSource events) {
  static final String JSON = "application/json";

  private static final byte[] NOTHING = {};

  AdminResponse {
    requireNonNull(contentType, "contentType");
    requireNonNull(body, "body");
    headers = Map.copyOf(headers);
  }

  static AdminResponse of(int status, String contentType, byte[] body) {
    return new AdminResponse(status, contentType, body, Map.of(), null);
  }

  static AdminResponse json(int status, Map<String, ?> members) {
    return of(status, JSON, utf8(Json.object(members) + "\n"));
  }

  static AdminResponse error(int status, String message) {
    return json(status, Map.of("error", message));
  }

  static AdminResponse text(String contentType, String body) {
    return of(200, contentType, utf8(body));
  }

  static AdminResponse events(EventSource events) {
    return new AdminResponse(
        200, "text/event-stream", NOTHING, Map.of(), requireNonNull(events, "events"));
  }

  /** The same with another header. */
  AdminResponse with(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new AdminResponse(status, contentType, body, more, events);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
