package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.PathIndex;

/**
 * What became of asking for an index.
 *
 * @param index the one that serves the paths; null if there will be none
 * @param reason why there will be none for now; null if there is or will be one
 */
public record IndexRequest(Outcome outcome, PathIndex index, String reason) {
  /** What can be done with it. */
  public enum Outcome {
    /** It can be read. */
    READY,
    /** It will be there later. */
    BUILDING,
    /** There will be none. */
    REFUSED
  }

  public IndexRequest {
    requireNonNull(outcome, "outcome");
  }

  /** The name of the index; null if there will be none. */
  public String name() {
    return index == null ? null : index.name();
  }

  public static IndexRequest refused(String reason) {
    return new IndexRequest(Outcome.REFUSED, null, reason);
  }
}
