package dev.mayfly.cosmos.direct;

import java.io.IOException;

/** The port of direct mode can't be had. */
public final class DirectPortException extends IOException {
  private static final long serialVersionUID = 1L;

  public DirectPortException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
