package dev.mayfly.mongo.command.index;

import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits until indexes are in force: existing documents are looked through in the background. */
final class IndexBuilds {
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private IndexBuilds() {}

  static void await(
      Backend backend, CommandCall call, Collection collection, List<IndexSpec> indexes) {
    if (indexes.stream().noneMatch(index -> index.expireAfterSeconds() != null)) {
      return;
    }
    while (!collection.container().dateTtlsReady()) {
      call.check();
      backend.engine().background().wakeUp();
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }
}
