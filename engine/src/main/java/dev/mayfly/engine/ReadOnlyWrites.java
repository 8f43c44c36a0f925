package dev.mayfly.engine;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.SubmitMode;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import java.util.List;
import java.util.function.BiConsumer;

/** Refuses all writes: the past can't be changed. */
final class ReadOnlyWrites implements ContainerWrites {
  private static EngineException refused() {
    return new EngineException(ErrorCode.NOT_SUPPORTED, "A snapshot can only be read.");
  }

  @Override
  public WriteOutcome write(WriteRequest request) {
    throw refused();
  }

  @Override
  public List<WriteOutcome> batch(List<WriteRequest> requests) {
    throw refused();
  }

  @Override
  public void submit(
      WriteRequest request, SubmitMode mode, BiConsumer<WriteOutcome, Throwable> completion) {
    throw refused();
  }

  @Override
  public void submit(
      List<WriteRequest> requests, BiConsumer<List<WriteOutcome>, Throwable> completion) {
    throw refused();
  }
}
