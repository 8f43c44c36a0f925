package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.mongo.command.handshake.Membership;
import dev.mayfly.net.port.Network;
import dev.mayfly.net.tls.ServerCertificate;
import dev.mayfly.net.tls.TlsException;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.server.config.CertificateConfig;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.CosmosConfig;
import dev.mayfly.server.config.MongoConfig;
import dev.mayfly.vector.VectorIndexes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * What listens for clients, and serves them one engine.
 *
 * @param cosmos empty if it is off
 * @param mongo empty if it is off
 * @param certificate of their ports; empty if there are none
 * @param vectors the indexes that both search
 */
record FrontEnds(
    Optional<CosmosServer> cosmos,
    Optional<MongoServer> mongo,
    Optional<ServerCertificate> certificate,
    VectorIndexes vectors)
    implements AutoCloseable {
  private static final long REFUSING_MILLIS = 2500;
  private static final Duration IDLE_PATIENCE = Duration.ofMillis(100);

  FrontEnds {
    requireNonNull(cosmos, "cosmos");
    requireNonNull(mongo, "mongo");
    requireNonNull(certificate, "certificate");
    requireNonNull(vectors, "vectors");
  }

  /** What they share with each other and with those that come after them. */
  record Shared(Network network, MemoryPool memory) {
    Shared {
      requireNonNull(network, "network");
      requireNonNull(memory, "memory");
    }
  }

  /**
   * Starts to listen. The engine stays the caller's: it is closed after this.
   *
   * @param membership the place in a cluster; empty for a server on its own
   */
  static FrontEnds start(
      Engine engine,
      Optional<CosmosConfig> wantedCosmos,
      Optional<MongoConfig> wantedMongo,
      Shared shared,
      Optional<Membership> membership) {
    VectorIndexes vectors = vectors(engine, shared.memory());
    try {
      return start(engine, wantedCosmos, wantedMongo, shared, membership, vectors);
    } catch (RuntimeException e) {
      vectors.close();
      throw e;
    }
  }

  private static VectorIndexes vectors(Engine engine, MemoryPool memory) {
    try {
      return VectorIndexes.of(engine, memory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FrontEnds start(
      Engine engine,
      Optional<CosmosConfig> wantedCosmos,
      Optional<MongoConfig> wantedMongo,
      Shared shared,
      Optional<Membership> membership,
      VectorIndexes vectors) {
    Optional<ServerCertificate> certificate =
        wantedCosmos
            .map(CosmosConfig::certificate)
            .or(() -> wantedMongo.map(MongoConfig::certificate))
            .map(FrontEnds::load);
    // Both at once: most of it is code that is loaded.
    CompletableFuture<Optional<MongoServer>> starting =
        CompletableFuture.supplyAsync(
            () ->
                wantedMongo.map(
                    wanted ->
                        MongoFrontEnd.start(
                            engine, wanted, certificate.get(), shared, membership, vectors)),
            task -> new Thread(task, "mayfly-prepare").start());
    Optional<CosmosServer> cosmos;
    try {
      cosmos =
          wantedCosmos.map(
              wanted ->
                  CosmosFrontEnd.start(
                      engine, wanted, certificate.get(), shared, membership, vectors));
    } catch (RuntimeException e) {
      starting.exceptionally(also -> Optional.empty()).join().ifPresent(MongoServer::close);
      throw e;
    }
    try {
      return new FrontEnds(cosmos, starting.join(), certificate, vectors);
    } catch (CompletionException e) {
      cosmos.ifPresent(CosmosServer::close);
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** To be called when everything else has started: clients without TLS do not wait for it. */
  void makeCertificate() {
    certificate.ifPresent(ServerCertificate::make);
  }

  /** One certificate for all ports. */
  private static ServerCertificate load(CertificateConfig wanted) {
    try {
      return ServerCertificate.load(wanted.tlsOptions(), Instant.now());
    } catch (TlsException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }

  /**
   * Closes front ends of an engine that has led. Cosmos DB's SDKs do not repeat a write whose
   * connection was closed, but repeat one after a second that was refused with the sub-status for
   * it: their connections stay that long, and what comes on them is refused so.
   */
  void closeWritten() {
    mongo.ifPresent(MongoServer::close);
    try {
      TimeUnit.MILLISECONDS.sleep(cosmos.isPresent() ? REFUSING_MILLIS : 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    cosmos.ifPresent(CosmosServer::close);
    vectors.close();
  }

  /** Closes connections that wait for no answer; the others follow when they are answered. */
  void closeIdle() {
    mongo.ifPresent(server -> server.closeIdle(IDLE_PATIENCE));
    cosmos.ifPresent(server -> server.closeIdle(IDLE_PATIENCE));
  }

  /** Stops listening, answers what was asked, and ends within a few seconds. */
  @Override
  public void close() {
    try {
      mongo.ifPresent(MongoServer::close);
    } finally {
      cosmos.ifPresent(CosmosServer::close);
      vectors.close();
    }
  }
}
