package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.IndexProgress;

/**
 * What became of an index.
 *
 * @param source the index and its number; null if it could not be built
 * @param progress null if it could not be built
 * @param failure why it could not be built; null if that did not happen
 */
public record IndexStatus(
    String name, IndexSource source, IndexProgress progress, EngineException failure) {
  /** Where an index stands. */
  public enum Phase {
    BUILDING,
    READY,
    FAILED
  }

  public IndexStatus {
    requireNonNull(name, "name");
  }

  public Phase phase() {
    if (failure != null) {
      return Phase.FAILED;
    }
    return progress.ready() ? Phase.READY : Phase.BUILDING;
  }
}
