package dev.mayfly.engine.error;

import static java.util.Objects.requireNonNull;

/** Every error that the engine and its storages report on purpose. */
public class EngineException extends RuntimeException {
  private final ErrorCode code;

  public EngineException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public EngineException(ErrorCode code, String message, Throwable cause) {
    // User errors are answers, not accidents: no stack trace is paid for them.
    super(message, cause, true, code.kind() != ErrorCode.Kind.USER);
    this.code = requireNonNull(code, "code");
  }

  public ErrorCode code() {
    return code;
  }
}
