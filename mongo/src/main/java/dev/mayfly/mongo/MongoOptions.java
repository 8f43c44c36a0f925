package dev.mayfly.mongo;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.wire.WireLimits;
import io.netty.handler.ssl.SslContext;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/**
 * How the front end listens.
 *
 * @param bindAddress of the interface
 * @param port 0 = any free port
 * @param cosmosPort of a second listener that is for Azure Cosmos DB's clients; empty for none
 * @param advertisedHost name, or name and port, under which Cosmos DB's clients reach this server;
 *     empty for the name that they dialled
 * @param tls may come later, or never
 * @param rootUser who may do everything, besides those that are stored; empty for nobody
 * @param wallClock what is told as the time of day; no TTL goes by it
 * @param documentTtl whether a document's own {@code ttl} counts, from now on (D7)
 * @param networkThreads that read, write, and do what needs no waiting
 * @param workerThreads for everything else
 */
public record MongoOptions(
    String bindAddress,
    int port,
    OptionalInt cosmosPort,
    Optional<String> advertisedHost,
    CompletableFuture<SslContext> tls,
    Optional<RootUser> rootUser,
    WireLimits limits,
    InstantSource wallClock,
    boolean documentTtl,
    int networkThreads,
    int workerThreads) {
  private static final int WORKER_THREADS_MIN = 4;

  public MongoOptions {
    requireNonNull(bindAddress, "bindAddress");
    requireNonNull(cosmosPort, "cosmosPort");
    requireNonNull(advertisedHost, "advertisedHost");
    requireNonNull(tls, "tls");
    requireNonNull(rootUser, "rootUser");
    requireNonNull(limits, "limits");
    requireNonNull(wallClock, "wallClock");
    if (networkThreads < 1 || workerThreads < 1) {
      throw new IllegalArgumentException("there must be threads of either kind");
    }
  }

  /** Name and password of somebody who may do everything. */
  public record RootUser(String name, String password) {
    public RootUser {
      requireNonNull(name, "name");
      requireNonNull(password, "password");
    }

    /** Passwords stay out of logs. */
    @Override
    public String toString() {
      return "RootUser[" + name + "]";
    }
  }

  /** On the loopback interface, any free port, plain, open to this machine. */
  public static MongoOptions defaults() {
    int processors = Runtime.getRuntime().availableProcessors();
    return new MongoOptions(
        "127.0.0.1",
        0,
        OptionalInt.empty(),
        Optional.empty(),
        CompletableFuture.failedFuture(new IllegalStateException("no certificate was given")),
        Optional.empty(),
        WireLimits.DEFAULT,
        InstantSource.system(),
        true,
        processors,
        Math.max(WORKER_THREADS_MIN, processors));
  }

  public MongoOptions withAddress(String address, int otherPort) {
    return new MongoOptions(
        address,
        otherPort,
        cosmosPort,
        advertisedHost,
        tls,
        rootUser,
        limits,
        wallClock,
        documentTtl,
        networkThreads,
        workerThreads);
  }

  public MongoOptions withCosmosPort(int other, Optional<String> advertised) {
    return new MongoOptions(
        bindAddress,
        port,
        OptionalInt.of(other),
        advertised,
        tls,
        rootUser,
        limits,
        wallClock,
        documentTtl,
        networkThreads,
        workerThreads);
  }

  public MongoOptions withTls(CompletableFuture<SslContext> other) {
    return new MongoOptions(
        bindAddress,
        port,
        cosmosPort,
        advertisedHost,
        other,
        rootUser,
        limits,
        wallClock,
        documentTtl,
        networkThreads,
        workerThreads);
  }

  public MongoOptions withRootUser(String name, String password) {
    return new MongoOptions(
        bindAddress,
        port,
        cosmosPort,
        advertisedHost,
        tls,
        Optional.of(new RootUser(name, password)),
        limits,
        wallClock,
        documentTtl,
        networkThreads,
        workerThreads);
  }

  public MongoOptions withLimits(WireLimits others) {
    return new MongoOptions(
        bindAddress,
        port,
        cosmosPort,
        advertisedHost,
        tls,
        rootUser,
        others,
        wallClock,
        documentTtl,
        networkThreads,
        workerThreads);
  }

  public MongoOptions withDocumentTtl(boolean counts) {
    return new MongoOptions(
        bindAddress,
        port,
        cosmosPort,
        advertisedHost,
        tls,
        rootUser,
        limits,
        wallClock,
        counts,
        networkThreads,
        workerThreads);
  }
}
