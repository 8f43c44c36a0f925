package dev.mayfly.engine;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.IndexRequest;
import dev.mayfly.engine.catalog.IndexStatus;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.container.AutomaticIndexes;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.IndexProgressRow;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.index.PathIndex;
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

  /** All indexes, those included that are not there: they failed or were dropped. */
  List<IndexStatus> list() {
    List<IndexStatus> all = new ArrayList<>();
    OpenIndexes indexes = container.snapshot().indexes();
    for (OpenIndex index : indexes.list()) {
      byte[] row = parts.storage().get(Table.META, MetaKeys.index(container.number(), index.id()));
      IndexProgress progress = row == null ? index.progress() : IndexProgressRow.decode(row);
      all.add(IndexStatus.of(index, progress));
    }
    container
        .indexWaiters()
        .failures()
        .forEach((name, failure) -> all.add(IndexStatus.failed(name, failure)));
    container
        .automaticIndexes()
        .evictions()
        .forEach(
            (name, reason) -> {
              if (indexes.named(name) == null) {
                all.add(IndexStatus.evicted(name, reason));
              }
            });
    return all;
  }

  /** The index if it can be read; null if not, and nothing is asked for. */
  PathIndex ready(PathIndex requested) {
    OpenIndex found = inUse(container.snapshot(), requested);
    return found != null && found.ready() ? found.index() : null;
  }

  private OpenIndex inUse(ContainerSnapshot snapshot, PathIndex requested) {
    OpenIndex found = serving(snapshot.indexes(), requested);
    container.automaticIndexes().used(found);
    return found;
  }

  /** Asks for an index that serves queries on some paths. */
  IndexRequest request(PathIndex requested) {
    ContainerSnapshot snapshot = container.snapshot();
    OpenIndex found = inUse(snapshot, requested);
    if (found != null) {
      return new IndexRequest(
          found.ready() ? IndexRequest.Outcome.READY : IndexRequest.Outcome.BUILDING,
          found.index(),
          null);
    }
    FieldPath path = requested.parts().get(0).path();
    if (requested.parts().size() == 1 && !snapshot.indexingPaths().includes(path)) {
      return IndexRequest.refused("The indexing policy excludes " + path + ".");
    }
    EngineException failure = container.indexWaiters().failure(requested.name());
    if (failure != null) {
      return IndexRequest.refused(failure.getMessage());
    }
    AutomaticIndexes automatic = container.automaticIndexes();
    String refusal = automatic.refusal(requested);
    if (refusal != null) {
      return IndexRequest.refused(refusal);
    }
    automatic.request(requested);
    container.workAt(Long.MIN_VALUE);
    parts.background().wakeUp();
    return new IndexRequest(IndexRequest.Outcome.BUILDING, requested, null);
  }

  /**
   * An index that holds every item in the order of those paths; a ready one if there is. One with
   * more paths would do too, but a query that resumes with its index would then lack it.
   */
  private static OpenIndex serving(OpenIndexes indexes, PathIndex requested) {
    OpenIndex serving = null;
    for (OpenIndex each : indexes.list()) {
      PathIndex index = each.index();
      boolean serves =
          index.arrays() == requested.arrays()
              && index.filter() == null
              && !index.sparse()
              && index.parts().equals(requested.parts());
      if (serves && (serving == null || each.ready() && !serving.ready())) {
        serving = each;
      }
    }
    return serving;
  }

  CompletableFuture<Void> await(String name) {
    OpenIndex index = container.snapshot().indexes().named(name);
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
    CompletableFuture<Void> waiting = container.indexWaiters().await(index);
    parts.background().wakeUp();
    container.indexWaiters().complete();
    if (parts.closed().getAsBoolean() || container.isDropped()) {
      container.wakeAll();
    }
    return waiting;
  }
}
