package dev.mayfly.vector;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.FieldPath;

/** Where the items of a container have vectors, and how near is measured. */
public record VectorField(FieldPath path, int dimensions, DistanceFunction distance) {
  public VectorField {
    requireNonNull(path, "path");
    requireNonNull(distance, "distance");
    if (dimensions < 1 || dimensions > VectorBuffer.ELEMENTS_MAX) {
      throw new IllegalArgumentException(dimensions + " dimensions");
    }
  }
}
