package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

/**
 * What became of asking for an index.
 *
 * @param name of the index that serves the path; null if there will be none
 * @param reason why there will be none for now; null if there is or will be one
 */
public record WantedIndex(Outcome outcome, String name, String reason) {
  /** What can be done with it. */
  public enum Outcome {
    /** It can be read. */
    READY,
    /** It will be there later. */
    BUILDING,
    /** There will be none. */
    REFUSED
  }

  public WantedIndex {
    requireNonNull(outcome, "outcome");
  }

  public static WantedIndex refused(String reason) {
    return new WantedIndex(Outcome.REFUSED, null, reason);
  }
}
