package dev.mayfly.engine;

import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.AutomaticIndexes;
import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.IndexStatus;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.catalog.WantedIndex;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.PathIndex;
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
    return IndexStatus.all(parts.storage(), container);
  }

  /** Asks for an index that serves queries on some paths. */
  /** The index if it can be read; null if not, and nothing is asked for. */
  PathIndex ready(PathIndex wanted) {
    OpenIndex found = inUse(container.face(), wanted);
    return found != null && found.ready() ? found.index() : null;
  }

  private OpenIndex inUse(Face face, PathIndex wanted) {
    OpenIndex found = serving(face.indexes(), wanted);
    container.automaticIndexes().used(found);
    return found;
  }

  WantedIndex want(PathIndex wanted) {
    Face face = container.face();
    OpenIndex found = inUse(face, wanted);
    if (found != null) {
      return new WantedIndex(
          found.ready() ? WantedIndex.Outcome.READY : WantedIndex.Outcome.BUILDING,
          found.index(),
          null);
    }
    FieldPath path = wanted.parts().get(0).path();
    if (wanted.parts().size() == 1 && !face.indexingPaths().includes(path)) {
      return WantedIndex.refused("The indexing policy excludes " + path + ".");
    }
    EngineException failure = container.indexWaiters().failure(wanted.name());
    if (failure != null) {
      return WantedIndex.refused(failure.getMessage());
    }
    AutomaticIndexes automatic = container.automaticIndexes();
    String refusal = automatic.refusal(wanted);
    if (refusal != null) {
      return WantedIndex.refused(refusal);
    }
    automatic.want(wanted);
    parts.background().wakeUp();
    return new WantedIndex(WantedIndex.Outcome.BUILDING, wanted, null);
  }

  /**
   * An index that holds every item in the order of those paths; a ready one if there is. One with
   * more paths would do too, but a query that goes on with its index could not do without it then.
   */
  private static OpenIndex serving(OpenIndexes indexes, PathIndex wanted) {
    OpenIndex serving = null;
    for (OpenIndex each : indexes.list()) {
      PathIndex index = each.index();
      boolean serves =
          index.arrays() == wanted.arrays()
              && index.filter() == null
              && !index.sparse()
              && index.parts().equals(wanted.parts());
      if (serves && (serving == null || each.ready() && !serving.ready())) {
        serving = each;
      }
    }
    return serving;
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
