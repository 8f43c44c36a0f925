package dev.mayfly.torture.round;

import java.util.List;
import java.util.Random;

/** A kind of round, with what it keeps from one to the next. */
public interface Round extends AutoCloseable {
  /** What came of a round. */
  record Result(boolean skipped, String figures) {}

  /**
   * Runs one.
   *
   * @param random all that is random in it
   * @return its figures for people
   * @throws Exception if something is not as it must be
   */
  Result run(Random random) throws Exception;

  static Result done(String figures) {
    return new Result(false, figures);
  }

  static Result skipped(String reason) {
    return new Result(true, reason);
  }

  /** For people, when a round failed: what was asked, and where the data is. */
  default List<String> details() {
    return List.of();
  }

  /** Stops what still runs, without a judgement. */
  @Override
  default void close() {}
}
