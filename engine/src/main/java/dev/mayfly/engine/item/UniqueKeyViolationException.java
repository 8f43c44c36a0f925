package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.UniqueKey;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/** Another item of the logical partition has the same values. */
public final class UniqueKeyViolationException extends EngineException {
  private final int index;

  UniqueKeyViolationException(int index, UniqueKey key) {
    super(
        ErrorCode.UNIQUE_KEY_VIOLATION,
        "Another item has the same value of the unique key " + key.paths() + ".");
    this.index = index;
  }

  /** Which of the container's unique keys. */
  public int index() {
    return index;
  }
}
