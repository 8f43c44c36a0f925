package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.IndexProgress;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of an index.
 *
 * @param source the index and its number; null if it is not there
 * @param progress null if it is not there
 * @param failure why it could not be built; null if that did not happen
 * @param reason why there is an index that the definition does not ask for, or is not any more
 */
public record IndexStatus(
    String name,
    IndexSource source,
    IndexProgress progress,
    EngineException failure,
    String reason) {
  /** Where an index stands. */
  public enum Phase {
    BUILDING,
    READY,
    FAILED,
    /** It was automatic, and was dropped. */
    EVICTED
  }

  public IndexStatus {
    requireNonNull(name, "name");
  }

  static IndexStatus of(OpenIndex index, IndexProgress progress) {
    String reason = index.source().automatic() ? "A query asked for it." : null;
    return new IndexStatus(index.index().name(), index.source(), progress, null, reason);
  }

  static IndexStatus failed(String name, EngineException failure) {
    return new IndexStatus(name, null, null, failure, null);
  }

  static IndexStatus evicted(String name, String reason) {
    return new IndexStatus(name, null, null, null, reason);
  }

  /** All of a container, those included that are not there: they failed or were dropped. */
  public static List<IndexStatus> all(Storage storage, OpenContainer container) {
    List<IndexStatus> all = new ArrayList<>();
    OpenIndexes indexes = container.face().indexes();
    for (OpenIndex index : indexes.list()) {
      byte[] row = storage.get(Table.META, MetaKeys.index(container.number(), index.id()));
      all.add(of(index, row == null ? index.progress() : IndexProgress.decode(row)));
    }
    container.indexWaiters().failures().forEach((name, why) -> all.add(failed(name, why)));
    container
        .automaticIndexes()
        .evictions()
        .forEach(
            (name, reason) -> {
              if (indexes.named(name) == null) {
                all.add(evicted(name, reason));
              }
            });
    return all;
  }

  public Phase phase() {
    if (failure != null) {
      return Phase.FAILED;
    }
    if (progress == null) {
      return Phase.EVICTED;
    }
    return progress.ready() ? Phase.READY : Phase.BUILDING;
  }
}
