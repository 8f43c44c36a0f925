package dev.mayfly.server.metrics;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.measure.OperationMeter;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The figures of what listens.
 *
 * @param meter of the requests of all ports
 * @param connections how many clients are connected, by API
 * @param mongo of the MongoDB port, if there is one
 */
public record FrontEndMetrics(
    OperationMeter meter, Map<String, LongSupplier> connections, Optional<MongoMetrics> mongo) {
  public FrontEndMetrics {
    requireNonNull(meter, "meter");
    connections = Map.copyOf(connections);
    requireNonNull(mongo, "mongo");
  }
}
