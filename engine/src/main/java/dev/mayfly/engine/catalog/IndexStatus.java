package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.index.IndexProgress;

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

  public static IndexStatus of(OpenIndex index, IndexProgress progress) {
    String reason = index.source().automatic() ? "A query asked for it." : null;
    return new IndexStatus(index.index().name(), index.source(), progress, null, reason);
  }

  public static IndexStatus failed(String name, EngineException failure) {
    return new IndexStatus(name, null, null, failure, null);
  }

  public static IndexStatus evicted(String name, String reason) {
    return new IndexStatus(name, null, null, null, reason);
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
