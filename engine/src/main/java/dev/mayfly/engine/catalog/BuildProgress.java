package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

/**
 * How far the build of an index, of a graph of vectors or of a date TTL over existing items has
 * come.
 *
 * @param name of the index or the date TTL; the path of the vectors
 * @param kind which of them
 * @param seenItems how many items it has read, dead ones included
 * @param items how many there are, approximately: at least those that it has read
 */
public record BuildProgress(String name, Kind kind, long seenItems, long items) {
  /** What is built. */
  public enum Kind {
    INDEX,
    VECTORS,
    DATE_TTL
  }

  public BuildProgress {
    requireNonNull(name, "name");
    requireNonNull(kind, "kind");
    items = Math.max(items, seenItems);
  }
}
