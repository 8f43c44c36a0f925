package dev.mayfly.embedded;

/** A server can't do what it was asked to; the message says why and what to do. */
public final class MayflyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MayflyException(String message, Throwable cause) {
    super(message, cause);
  }
}
