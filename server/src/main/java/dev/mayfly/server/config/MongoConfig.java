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
 * @param replicaSet name of the set that the server is to all clients; "off" for none; empty = one
 *     for clients of this machine
 * @param advertised under which clients of the set reach the server; empty = what they dialled
 * @param user who may do everything, besides those that are stored
 * @param password of that user
 * @param auth whether stored users have to log in on loopback too
 * @param testCommands whether commands for tests are served
 * @param certificate what the connections are encrypted with
 */
public record MongoConfig(
    String bind,
    int port,
    OptionalInt cosmosPort,
    Optional<String> advertisedHost,
    Optional<String> replicaSet,
    Optional<String> advertised,
    Optional<String> user,
    Optional<String> password,
    boolean auth,
    boolean testCommands,
    CertificateConfig certificate) {
  public MongoConfig {
    requireNonNull(bind, "bind");
    requireNonNull(cosmosPort, "cosmosPort");
    requireNonNull(advertisedHost, "advertisedHost");
    requireNonNull(replicaSet, "replicaSet");
    requireNonNull(advertised, "advertised");
    requireNonNull(user, "user");
    requireNonNull(password, "password");
    requireNonNull(certificate, "certificate");
    if (advertised.isPresent() && (replicaSet.isEmpty() || isRouter())) {
      throw new ConfigException(
          "mongo-advertise is the address of a replica set's member: give mongo-replica-set too");
    }
    if (user.isPresent() != password.isPresent()) {
      throw new ConfigException(
          "mongo-user and mongo-password go together: give both, or none"
              + " to let everybody on this machine in");
    }
  }

  /** The same on a port that is known by now. */
  public MongoConfig onPort(int known) {
    return new MongoConfig(
        bind,
        known,
        cosmosPort,
        advertisedHost,
        replicaSet,
        advertised,
        user,
        password,
        auth,
        testCommands,
        certificate);
  }

  /** Whether all clients see a router. */
  public boolean isRouter() {
    return replicaSet.filter(SettingType.OFF::equals).isPresent();
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
