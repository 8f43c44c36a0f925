package dev.mayfly.engine;

import dev.mayfly.engine.catalog.IndexStatus;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.IndexProgress;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What becomes of a container's indexes. */
final class ContainerIndexes {
  private final Container.Parts parts;
  private final OpenContainer container;

  ContainerIndexes(Container.Parts parts, OpenContainer container) {
    this.parts = parts;
    this.container = container;
  }

  List<IndexStatus> list() {
    List<IndexStatus> all = new ArrayList<>();
    for (OpenIndex index : container.face().indexes().list()) {
      byte[] row = parts.storage().get(Table.META, MetaKeys.index(container.number(), index.id()));
      IndexProgress progress = row == null ? index.progress() : IndexProgress.decode(row);
      all.add(new IndexStatus(index.index().name(), index.source(), progress, null));
    }
    container
        .indexWaiters()
        .failures()
        .forEach((name, failure) -> all.add(new IndexStatus(name, null, null, failure)));
    return all;
  }

  CompletableFuture<Void> await(String name) {
    OpenIndex index = container.face().indexes().named(name);
    if (index == null) {
      EngineException failure = container.indexWaiters().failure(name);
      return CompletableFuture.failedFuture(
          failure != null
              ? failure
              : new EngineException(
                  ErrorCode.INDEX_NOT_FOUND, "There is no index named '" + name + "'."));
    }
    if (index.ready()) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> waiting = container.indexWaiters().await(index.id());
    parts.background().wakeUp();
    OpenIndex now = container.face().indexes().numbered(index.id());
    if (now == null || now.ready()) {
      // It happened before anyone waited.
      return await(name);
    }
    if (parts.closed().getAsBoolean() || container.isDropped()) {
      container.wakeAll();
    }
    return waiting;
  }
}
