package dev.mayfly.scripts;

import static java.util.Objects.requireNonNull;

/** A script that did not end as it should. */
public final class ScriptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why a script failed. */
  public enum Reason {
    /** It threw something. */
    THROWN,
    /** Its text is no JavaScript. */
    SYNTAX,
    /** Its parameters are no list. */
    PARAMETERS,
    /** It did not end in time. */
    TIME,
    /** It needed too much memory, or broke the process that ran it. */
    MEMORY,
    /** The engine for JavaScript is not installed. */
    NOT_INSTALLED,
    /** No process was free to run it, or none could be started. */
    BUSY
  }

  private final Reason reason;
  private final int number;
  private final String stack;
  private final String log;

  ScriptException(Reason reason, String message) {
    this(reason, message, 0, "", "");
  }

  ScriptException(Reason reason, String message, int number, String stack, String log) {
    super(message, null, false, false);
    this.reason = requireNonNull(reason, "reason");
    this.number = number;
    this.stack = requireNonNull(stack, "stack");
    this.log = requireNonNull(log, "log");
  }

  public Reason reason() {
    return reason;
  }

  /** The number of the error that was thrown; 0 if it had none. */
  public int number() {
    return number;
  }

  /** Where it was thrown; empty if that is not known. */
  public String stack() {
    return stack;
  }

  /** What the script had logged. */
  public String log() {
    return log;
  }
}
