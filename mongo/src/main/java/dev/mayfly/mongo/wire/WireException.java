package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.error.MongoException;

/** A protocol violation: the connection is closed, after a reply if possible. */
final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient MongoException answer;

  /** Without a reply. */
  WireException(String message) {
    super(requireNonNull(message, "message"));
    answer = null;
  }

  WireException(MongoException answer) {
    super(answer.getMessage(), answer);
    this.answer = answer;
  }

  /** The reply before closing, or null. */
  MongoException answer() {
    return answer;
  }
}
