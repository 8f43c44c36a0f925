package dev.mayfly.engine;

import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.item.SubmitMode;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.ru.Charges;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Writes that are committed before they are acknowledged. */
record CommittedWrites(Container.Parts parts, OpenContainer container) implements ContainerWrites {
  @Override
  public WriteOutcome write(WriteRequest request) {
    return execute(
        () -> parts.items().prepare(container, request),
        options(CommitOptions.GROUPED, request.addsNothing()),
        WriteOutcome::chargeCentiRu);
  }

  @Override
  public List<WriteOutcome> batch(List<WriteRequest> requests) {
    return execute(
        () -> parts.items().prepare(container, requests),
        options(CommitOptions.GROUPED, addNothing(requests)),
        CommittedWrites::charge);
  }

  List<WriteOutcome> bring(List<WriteRequest> requests) {
    return execute(
        () -> parts.items().prepareImport(container, requests),
        CommitOptions.GROUPED,
        CommittedWrites::charge);
  }

  @Override
  public void submit(
      WriteRequest request, SubmitMode mode, BiConsumer<WriteOutcome, Throwable> completion) {
    CommitOptions options =
        mode == SubmitMode.INLINE ? CommitOptions.INLINE : CommitOptions.GROUPED;
    submit(
        () -> parts.items().prepare(container, request),
        options(options, request.addsNothing()),
        WriteOutcome::chargeCentiRu,
        completion);
  }

  @Override
  public void submit(
      List<WriteRequest> requests, BiConsumer<List<WriteOutcome>, Throwable> completion) {
    submit(
        () -> parts.items().prepare(container, requests),
        options(CommitOptions.GROUPED, addNothing(requests)),
        CommittedWrites::charge,
        completion);
  }

  private static CommitOptions options(CommitOptions options, boolean addsNothing) {
    return addsNothing ? options.removing() : options;
  }

  private static boolean addNothing(List<WriteRequest> requests) {
    return requests.stream().allMatch(WriteRequest::addsNothing);
  }

  private <R> R execute(Supplier<Write<R>> write, CommitOptions options, ToLongFunction<R> charge) {
    try {
      R result = parts.committer().execute(write.get(), options);
      container.budget().charge(charge.applyAsLong(result));
      return result;
    } catch (EngineException e) {
      chargeRefused();
      throw e;
    }
  }

  private <R> void submit(
      Supplier<Write<R>> write,
      CommitOptions options,
      ToLongFunction<R> charge,
      BiConsumer<R, Throwable> completion) {
    try {
      parts
          .committer()
          .submit(
              write.get(),
              options,
              (result, failure) -> {
                container
                    .budget()
                    .charge(failure == null ? charge.applyAsLong(result) : Charges.rejectedWrite());
                completion.accept(result, failure);
              });
    } catch (EngineException e) {
      chargeRefused();
      throw e;
    }
  }

  private void chargeRefused() {
    container.budget().charge(Charges.rejectedWrite());
  }

  static long charge(List<WriteOutcome> outcomes) {
    return outcomes.stream().mapToLong(WriteOutcome::chargeCentiRu).sum();
  }
}
