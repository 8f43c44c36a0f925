package dev.mayfly.query.spill;

import static java.util.Objects.requireNonNull;

/** Rows of a request could not be written to disk, or not be read again. */
public final class SpillException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /** Why. */
  public enum Reason {
    /** The request has written as much as one request may. */
    REQUEST_LIMIT,
    /** All requests together have written as much as they may. */
    SERVER_LIMIT,
    /** There is too little free space on the disk. */
    DISK_FULL,
    /** A file could not be made, written or read. */
    FAILED
  }

  SpillException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = requireNonNull(reason, "reason");
  }

  public Reason reason() {
    return reason;
  }
}
