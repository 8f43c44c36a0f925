package dev.mayfly.engine;

import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.SubmitMode;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.operation.ItemTransaction;
import dev.mayfly.engine.ru.Charges;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Writes that are pending until their transaction commits. */
record TransactionWrites(ItemTransaction transaction, OpenContainer container)
    implements ContainerWrites {
  @Override
  public WriteOutcome write(WriteRequest request) {
    return charged(() -> transaction.write(container, request), WriteOutcome::chargeCentiRu);
  }

  @Override
  public List<WriteOutcome> batch(List<WriteRequest> requests) {
    return charged(() -> transaction.batch(container, requests), CommittedWrites::charge);
  }

  @Override
  public void submit(
      WriteRequest request, SubmitMode mode, BiConsumer<WriteOutcome, Throwable> completion) {
    complete(() -> write(request), completion);
  }

  @Override
  public void submit(
      List<WriteRequest> requests, BiConsumer<List<WriteOutcome>, Throwable> completion) {
    complete(() -> batch(requests), completion);
  }

  private <R> R charged(Supplier<R> write, ToLongFunction<R> charge) {
    try {
      R result = write.get();
      container.budget().charge(charge.applyAsLong(result));
      return result;
    } catch (EngineException e) {
      container.budget().charge(Charges.rejectedWrite());
      throw e;
    }
  }

  private static <R> void complete(Supplier<R> write, BiConsumer<R, Throwable> completion) {
    R result;
    try {
      result = write.get();
    } catch (RuntimeException e) {
      completion.accept(null, e);
      return;
    }
    completion.accept(result, null);
  }
}
