package dev.mayfly.scripts;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * A stored procedure or trigger that is to be run.
 *
 * @param body its text, a function
 * @param input what {@code server-side.js} reads: a JSON object
 * @param nowMillis the server's clock, milliseconds since 1970
 * @param time for how long it may run
 */
public record Script(String id, String body, String input, long nowMillis, Duration time) {
  public Script {
    requireNonNull(id, "id");
    requireNonNull(body, "body");
    requireNonNull(input, "input");
    requireNonNull(time, "time");
  }

  /** Answers what a script asks of its container. */
  @FunctionalInterface
  public interface Calls {
    /**
     * The status (0 if the call is not accepted), the result as JSON or the text of an error, and
     * where to resume.
     */
    Answer answer(String operation, String link, String body, String options);

    /** The script is started now: it waited for a process until here. */
    default void started() {}
  }

  /** What became of a call. */
  public record Answer(int status, String body, String continuation) {
    public static final Answer NOT_ACCEPTED = new Answer(0, "", "");
  }

  /**
   * What a script left.
   *
   * @param body the response's, or the request's of a pre-trigger, as JSON
   */
  public record Result(String body, String log) {}
}
