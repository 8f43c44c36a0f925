package dev.mayfly.mongo.command.index;

import dev.mayfly.engine.item.UniqueKeyViolationException;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.UniqueFailures;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * Knows when indexes are in force: existing documents are looked through in the background. No
 * thread waits for that; now and then one looks whether the call should still be waited for.
 */
public final class IndexBuilds {
  private static final long LOOK_AGAIN_MILLIS = 2;
  private static final long CHECK_MILLIS = 100;

  private final Backend backend;
  private final CommandCall call;
  private final Collection collection;
  private final CompletableFuture<Void> built;
  private final boolean expires;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();

  private IndexBuilds(
      Backend backend, CommandCall call, Collection collection, List<IndexSpec> indexes) {
    this.backend = backend;
    this.call = call;
    this.collection = collection;
    this.expires = indexes.stream().anyMatch(index -> index.expireAfterSeconds() != null);
    this.built =
        CompletableFuture.allOf(
            indexes.stream()
                .filter(IndexSpec::isKept)
                .map(this::built)
                .toArray(CompletableFuture[]::new));
  }

  /** Begins to look after them. */
  static IndexBuilds of(
      Backend backend, CommandCall call, Collection collection, List<IndexSpec> indexes) {
    IndexBuilds builds = new IndexBuilds(backend, call, collection, indexes);
    builds.look();
    return builds;
  }

  /** Completed when all are in force; exceptionally if one can't be built, or the call is over. */
  CompletableFuture<Void> ready() {
    return ready;
  }

  /** Whether one can't be built. */
  boolean haveFailed() {
    return built.isCompletedExceptionally();
  }

  /** Waits for them. Throws if one can't be built; then it is gone. */
  public static void await(
      Backend backend, CommandCall call, Collection collection, List<IndexSpec> indexes) {
    try {
      of(backend, call, collection, indexes).ready.join();
    } catch (CompletionException e) {
      throw Failures.translate(e.getCause());
    }
  }

  private CompletableFuture<Void> built(IndexSpec index) {
    return collection
        .container()
        .awaitIndex(index.keptName())
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(told(failure, index)));
  }

  private MongoException told(Throwable failure, IndexSpec index) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    MongoException told =
        cause instanceof UniqueKeyViolationException violation
            ? UniqueFailures.told(violation, collection, index)
            : Failures.translate(cause);
    return told.in(
        "Index build failed: Collection " + collection.namespace() + " :: caused by :: ");
  }

  private void look() {
    try {
      call.check();
      if (!built.isDone()) {
        built
            .copy()
            .completeOnTimeout(null, CHECK_MILLIS, TimeUnit.MILLISECONDS)
            .whenCompleteAsync((done, failure) -> look());
        return;
      }
      built.join();
      if (!expires || collection.container().dateTtlsReady()) {
        ready.complete(null);
        return;
      }
      backend.engine().background().wakeUp();
      CompletableFuture.delayedExecutor(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)
          .execute(this::look);
    } catch (CompletionException e) {
      ready.completeExceptionally(e.getCause());
    } catch (RuntimeException | Error e) {
      ready.completeExceptionally(e);
    }
  }
}
