package dev.mayfly.mongo.command.index;

import dev.mayfly.engine.item.UniqueKeyViolationException;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.collection.UniqueIndexErrors;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Waits for index builds, which run in the background, without blocking a thread; polls whether the
 * call was interrupted.
 */
public final class IndexBuilds {
  private static final long LOOK_AGAIN_MILLIS = 2;
  private static final long CHECK_MILLIS = 100;

  private final Backend backend;
  private final CommandCall call;
  private final Collection collection;
  private final CompletableFuture<Void> built;
  private final boolean expires;
  private final Set<String> failed = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();

  private IndexBuilds(
      Backend backend, CommandCall call, Collection collection, List<IndexSpec> indexes) {
    this.backend = backend;
    this.call = call;
    this.collection = collection;
    this.expires =
        collection.spec().options().containsKey(CollectionSpec.EXPIRES)
            || indexes.stream().anyMatch(index -> index.expireAfterSeconds() != null);
    this.built =
        CompletableFuture.allOf(
            indexes.stream()
                .filter(IndexSpec::isStored)
                .map(this::built)
                .toArray(CompletableFuture[]::new));
  }

  /** Starts waiting. */
  static IndexBuilds of(
      Backend backend, CommandCall call, Collection collection, List<IndexSpec> indexes) {
    IndexBuilds builds = new IndexBuilds(backend, call, collection, indexes);
    builds.poll();
    return builds;
  }

  /** Completes when all are built; exceptionally if a build fails or the call is interrupted. */
  CompletableFuture<Void> ready() {
    return ready;
  }

  /** Whether a build has failed. */
  boolean hasFailed() {
    return built.isCompletedExceptionally();
  }

  /** The names of those whose build has failed. */
  Set<String> failed() {
    return failed;
  }

  /** Blocks until they are built. Throws if a build fails; that index is then gone. */
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
        .awaitIndex(index.storedName())
        .exceptionallyCompose(
            failure -> {
              failed.add(index.name());
              return CompletableFuture.failedFuture(translate(failure, index));
            });
  }

  private MongoException translate(Throwable failure, IndexSpec index) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    MongoException translate =
        cause instanceof UniqueKeyViolationException violation
            ? UniqueIndexErrors.translate(violation, collection, index)
            : Failures.translate(cause);
    return translate.in(
        "Index build failed: Collection " + collection.namespace() + " :: caused by :: ");
  }

  private void poll() {
    try {
      call.check();
      if (!built.isDone()) {
        built
            .copy()
            .completeOnTimeout(null, CHECK_MILLIS, TimeUnit.MILLISECONDS)
            .whenCompleteAsync((done, failure) -> poll());
        return;
      }
      built.join();
      if (!expires || collection.container().dateTtlsReady()) {
        ready.complete(null);
        return;
      }
      backend.engine().background().wakeUp();
      CompletableFuture.delayedExecutor(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)
          .execute(this::poll);
    } catch (CompletionException e) {
      ready.completeExceptionally(e.getCause());
    } catch (RuntimeException | Error e) {
      ready.completeExceptionally(e);
    }
  }
}
