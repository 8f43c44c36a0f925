package dev.mayfly.server.config;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What listens for clients of MongoDB.
 *
 * @param bind address or name of the interface
 * @param port 0 = any free port
 * @param cosmosPort for clients of Azure Cosmos DB for MongoDB; empty = not served
 * @param advertisedHost under which those reach the server; empty = what they dialled
 * @param user who may do everything, besides those that are stored
 * @param password of that user
 * @param certificate what the connections are encrypted with
 */
public record MongoConfig(
    String bind,
    int port,
    OptionalInt cosmosPort,
    Optional<String> advertisedHost,
    Optional<String> user,
    Optional<String> password,
    CertificateConfig certificate) {
  public MongoConfig {
    requireNonNull(bind, "bind");
    requireNonNull(cosmosPort, "cosmosPort");
    requireNonNull(advertisedHost, "advertisedHost");
    requireNonNull(user, "user");
    requireNonNull(password, "password");
    requireNonNull(certificate, "certificate");
    if (user.isPresent() != password.isPresent()) {
      throw new ConfigException(
          "mongo-user and mongo-password go together: give both, or none"
              + " to let everybody on this machine in");
    }
  }

  public boolean isLoopback() {
    try {
      return InetAddress.getByName(bind).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new ConfigException("mongo-bind is '" + bind + "': this machine does not know it", e);
    }
  }

  /** Passwords stay out of logs. */
  @Override
  public String toString() {
    return "MongoConfig[" + bind + ":" + port + "]";
  }
}
