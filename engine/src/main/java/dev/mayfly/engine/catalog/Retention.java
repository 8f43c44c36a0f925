package dev.mayfly.engine.catalog;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/** How long and how much a log keeps; the stricter of the two counts. */
public record Retention(long seconds, long bytes) {
  public Retention {
    if (seconds < 1 || bytes < 1) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "A retention of "
              + seconds
              + " seconds and "
              + bytes
              + " bytes is not valid: both must be at least 1.");
    }
  }
}
