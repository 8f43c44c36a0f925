package dev.mayfly.server.transfer.format;

import java.io.IOException;

/** A file is not as its format asks, and what follows can't be read. */
public final class FormatException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param place as in "line 17"
   */
  FormatException(String place, String message) {
    super(place + ": " + message);
  }
}
