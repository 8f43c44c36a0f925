package dev.mayfly.server.admin;

/** A request that is refused with a status and a message that says what to do. */
public final class AdminException extends RuntimeException {
  private final int status;

  public AdminException(int status, String message) {
    // An answer, not an accident: no stack trace is paid for it.
    super(message, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }
}
