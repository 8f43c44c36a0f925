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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Waits until indexes are in force: existing documents are looked through in the background. */
public final class IndexBuilds {
  private static final long LOOK_AGAIN_MILLIS = 2;
  private static final long CHECK_MILLIS = 100;

  private IndexBuilds() {}

  /** Throws if one can't be built; then it is gone. */
  public static void await(
      Backend backend, CommandCall call, Collection collection, List<IndexSpec> indexes) {
    for (IndexSpec index : indexes) {
      if (index.isKept()) {
        await(call, collection, index);
      }
    }
    boolean expires = indexes.stream().anyMatch(index -> index.expireAfterSeconds() != null);
    while (expires && !collection.container().dateTtlsReady()) {
      call.check();
      backend.engine().background().wakeUp();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MILLIS));
    }
  }

  private static void await(CommandCall call, Collection collection, IndexSpec index) {
    CompletableFuture<Void> built = collection.container().awaitIndex(index.keptName());
    while (true) {
      try {
        built.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        call.check();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Failures.translate(e);
      } catch (ExecutionException e) {
        throw told(e.getCause(), collection, index);
      }
    }
  }

  private static MongoException told(Throwable failure, Collection collection, IndexSpec index) {
    MongoException told =
        failure instanceof UniqueKeyViolationException violation
            ? UniqueFailures.told(violation, collection, index)
            : Failures.translate(failure);
    return told.in(
        "Index build failed: Collection " + collection.namespace() + " :: caused by :: ");
  }
}
