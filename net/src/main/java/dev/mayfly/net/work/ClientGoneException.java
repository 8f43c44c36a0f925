package dev.mayfly.net.work;

/** Ends a request whose connection is closed. */
public final class ClientGoneException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClientGoneException() {
    super("The client has closed its connection.", null, false, false);
  }
}
