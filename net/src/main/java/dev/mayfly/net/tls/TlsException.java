package dev.mayfly.net.tls;

/** The certificate can't be had. The message says why and what to do. */
public final class TlsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public TlsException(String message) {
    super(message);
  }

  public TlsException(String message, Throwable cause) {
    super(message, cause);
  }
}
