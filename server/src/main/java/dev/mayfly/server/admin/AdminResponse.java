package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * @param allow the methods that would have been right, for status 405; otherwise empty
 */
record AdminResponse(int status, String contentType, String body, String allow) {
  AdminResponse {
    requireNonNull(contentType, "contentType");
    requireNonNull(body, "body");
    requireNonNull(allow, "allow");
  }

  static AdminResponse json(int status, Map<String, ?> members) {
    return new AdminResponse(status, "application/json", Json.object(members) + "\n", "");
  }

  static AdminResponse error(int status, String message) {
    return json(status, Map.of("error", message));
  }

  static AdminResponse methodNotAllowed(String message, String allow) {
    return new AdminResponse(
        405, "application/json", Json.object(Map.of("error", message)) + "\n", allow);
  }

  static AdminResponse text(String contentType, String body) {
    return new AdminResponse(200, contentType, body, "");
  }
}
