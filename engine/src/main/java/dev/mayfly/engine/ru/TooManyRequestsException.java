package dev.mayfly.engine.ru;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/** The budget of this second is spent. */
public final class TooManyRequestsException extends EngineException {
  private final long retryAfterMillis;

  TooManyRequestsException(long ruPerSecond, long retryAfterMillis) {
    super(
        ErrorCode.TOO_MANY_REQUESTS,
        "The throughput of %d RU/s is spent; try again in %d ms or raise the throughput."
            .formatted(ruPerSecond, retryAfterMillis));
    this.retryAfterMillis = retryAfterMillis;
  }

  /**
   * Milliseconds of real time until there is budget again, if no other request spends it; at least
   * 1.
   */
  public long retryAfterMillis() {
    return retryAfterMillis;
  }
}
