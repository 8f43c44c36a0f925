package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.error.MongoException;

/** A message that can't be taken as one: it is answered if it can be, and its connection closed. */
final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient MongoException answer;

  /** Nothing that this client would understand can be answered. */
  WireException(String message) {
    super(requireNonNull(message, "message"));
    answer = null;
  }

  WireException(MongoException answer) {
    super(answer.getMessage(), answer);
    this.answer = answer;
  }

  /** What the client is told before the end, or null. */
  MongoException answer() {
    return answer;
  }
}
