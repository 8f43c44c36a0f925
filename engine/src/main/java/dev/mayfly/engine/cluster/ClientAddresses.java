package dev.mayfly.engine.cluster;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Where clients reach a node: host and port for each API, empty where it is off or not known yet.
 *
 * @param cosmos of the Cosmos DB port (HTTP and HTTPS)
 * @param direct of the Cosmos DB port for direct mode
 * @param mongo of the MongoDB port
 * @param admin of the admin port
 */
public record ClientAddresses(
    Optional<String> cosmos,
    Optional<String> direct,
    Optional<String> mongo,
    Optional<String> admin) {
  public static final ClientAddresses UNKNOWN =
      new ClientAddresses(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public ClientAddresses {
    requireNonNull(cosmos, "cosmos");
    requireNonNull(direct, "direct");
    requireNonNull(mongo, "mongo");
    requireNonNull(admin, "admin");
  }
}
