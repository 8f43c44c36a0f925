package dev.mayfly.cosmos.direct;

/**
 * The bytes of a connection are no frames. There is no answer that its client would understand, so
 * the connection ends.
 */
final class FrameException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FrameException(String message) {
    super(message, null, false, false);
  }
}
