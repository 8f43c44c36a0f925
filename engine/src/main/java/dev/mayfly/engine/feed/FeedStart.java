package dev.mayfly.engine.feed;

import static java.util.Objects.requireNonNull;

/** Where a feed is read from. */
public sealed interface FeedStart {
  /** From the oldest there is. */
  record Beginning() implements FeedStart {}

  /** Only what comes after now. */
  record Now() implements FeedStart {}

  /** What was written in that second or later. */
  record At(long second) implements FeedStart {}

  /** After what an earlier page ended with. */
  record After(byte[] continuation) implements FeedStart {
    public After {
      requireNonNull(continuation, "continuation");
    }
  }

  static FeedStart beginning() {
    return new Beginning();
  }

  static FeedStart now() {
    return new Now();
  }

  static FeedStart at(long second) {
    return new At(second);
  }

  static FeedStart after(byte[] continuation) {
    return new After(continuation);
  }
}
