package dev.mayfly.engine.item;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/** A batch of which one operation failed: nothing of it was written. */
public final class BatchRejectedException extends EngineException {
  private final int failedIndex;
  private final int size;
  private final EngineException failure;

  public BatchRejectedException(int failedIndex, int size, EngineException failure) {
    super(
        failure.code(),
        "Operation " + failedIndex + " of the batch failed: " + failure.getMessage(),
        failure);
    this.failedIndex = failedIndex;
    this.size = size;
    this.failure = failure;
  }

  public int failedIndex() {
    return failedIndex;
  }

  public int size() {
    return size;
  }

  /** Why an operation was not done: its own failure, or that of another. */
  public ErrorCode outcome(int index) {
    return index == failedIndex ? failure.code() : ErrorCode.FAILED_DEPENDENCY;
  }

  public EngineException failure() {
    return failure;
  }
}
