package dev.mayfly.server.metrics;

import static java.util.Objects.requireNonNull;

import java.util.function.LongSupplier;

/** The figures of the MongoDB port that others do not have, as of when they are asked for. */
public record MongoMetrics(
    LongSupplier openCursors, LongSupplier bytesInTotal, LongSupplier bytesOutTotal) {
  public MongoMetrics {
    requireNonNull(openCursors, "openCursors");
    requireNonNull(bytesInTotal, "bytesInTotal");
    requireNonNull(bytesOutTotal, "bytesOutTotal");
  }
}
