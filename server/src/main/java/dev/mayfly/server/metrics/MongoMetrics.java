package dev.mayfly.server.metrics;

import static java.util.Objects.requireNonNull;

import java.util.function.LongSupplier;

/** The figures of the MongoDB port, as of when they are asked for. */
public record MongoMetrics(
    LongSupplier connections,
    LongSupplier requestsTotal,
    LongSupplier bytesInTotal,
    LongSupplier bytesOutTotal) {
  public MongoMetrics {
    requireNonNull(connections, "connections");
    requireNonNull(requestsTotal, "requestsTotal");
    requireNonNull(bytesInTotal, "bytesInTotal");
    requireNonNull(bytesOutTotal, "bytesOutTotal");
  }
}
