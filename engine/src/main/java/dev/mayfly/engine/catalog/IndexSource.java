package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.PathIndex;

/**
 * A path index of a container and the number it has there.
 *
 * @param id never used again within the container
 * @param automatic made because a query asked for it, not because the definition does
 */
public record IndexSource(int id, PathIndex index, boolean automatic) {
  public IndexSource {
    requireNonNull(index, "index");
  }
}
