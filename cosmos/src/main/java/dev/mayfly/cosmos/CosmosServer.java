package dev.mayfly.cosmos;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.cosmos.auth.Authorizer;
import dev.mayfly.cosmos.auth.KeyAuthorizer;
import dev.mayfly.cosmos.auth.KeyRing;
import dev.mayfly.cosmos.auth.ResourceTokens;
import dev.mayfly.cosmos.http.HttpPort;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.tls.Certificates;
import dev.mayfly.cosmos.tls.Identity;
import dev.mayfly.engine.Engine;
import dev.mayfly.net.work.WorkLimits;
import dev.mayfly.net.work.Workers;
import dev.mayfly.query.memory.MemoryPool;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves an engine's data the way Azure Cosmos DB for NoSQL does. */
public final class CosmosServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CosmosServer.class);

  private final HttpPort port;
  private final CompletableFuture<SslContext> certificate;
  private final Workers workers;
  private final KeyRing keys;

  private CosmosServer(
      HttpPort port, CompletableFuture<SslContext> certificate, Workers workers, KeyRing keys) {
    this.port = port;
    this.keys = keys;
    this.certificate = certificate;
    this.workers = workers;
  }

  /**
   * Starts to listen. The engine stays the caller's: it is closed after this server.
   *
   * @throws IOException if the port can't be had; the message says why
   * @throws dev.mayfly.cosmos.tls.TlsException if a certificate that was named can't be used
   */
  public static CosmosServer start(Engine engine, CosmosOptions options) throws IOException {
    return start(engine, options, MemoryPool.ofHeap());
  }

  /**
   * The same.
   *
   * @param memory what all requests may hold together, those of other front ends included
   */
  public static CosmosServer start(Engine engine, CosmosOptions options, MemoryPool memory)
      throws IOException {
    Directory directory = new Directory(engine);
    ChildStore children = new ChildStore(engine);
    KeyRing keys = new KeyRing(options.keys());
    ResourceTokens tokens = new ResourceTokens(keys, children, options.wallClock()::millis);
    Authorizer authorizer = new KeyAuthorizer(keys, tokens, directory, options.wallClock()::millis);
    CompletableFuture<Identity> identity = identity(options);
    CompletableFuture<SslContext> certificate = identity.thenApply(Identity::sslContext);
    Workers workers = new Workers("mayfly-cosmos", WorkLimits.of(options.workerThreads()));
    Dispatcher dispatcher =
        new Dispatcher(
            authorizer, Handlers.of(directory, children, tokens, workers, memory), workers);
    PublicKeyGuard requests =
        new PublicKeyGuard(keys::keys, identity, new CertificateDownload(identity, dispatcher));
    try {
      HttpPort port =
          new HttpPort(
              new InetSocketAddress(options.bindAddress(), options.port()),
              certificate,
              options.limits(),
              options.networkThreads(),
              requests);
      return new CosmosServer(port, certificate, workers, keys);
    } catch (IOException | RuntimeException e) {
      workers.close();
      throw e;
    }
  }

  /** One from elsewhere is looked at now, so that a wrong one is told; else it can come later. */
  private static CompletableFuture<Identity> identity(CosmosOptions options) {
    CompletableFuture<Identity> identity = new CompletableFuture<>();
    if (options.tls().own().isPresent()) {
      identity.complete(Certificates.load(options.tls(), options.wallClock().instant()));
      return identity;
    }
    new DefaultThreadFactory("mayfly-cosmos-tls", true)
        .newThread(
            () -> {
              try {
                identity.complete(Certificates.load(options.tls(), options.wallClock().instant()));
              } catch (RuntimeException | Error e) {
                LOG.error("There is no certificate, so only plain HTTP is served", e);
                identity.completeExceptionally(e);
              }
            })
        .start();
    return identity;
  }

  public int port() {
    return port.port();
  }

  /** What its connections are encrypted with, for others that speak TLS beside it. */
  public CompletableFuture<SslContext> certificate() {
    return certificate;
  }

  /** From now on only these keys count, also on connections that are open. */
  public void replaceKeys(AccountKeys others) {
    keys.replace(others);
  }

  /** Stops listening, answers what was asked, and ends within a few seconds. */
  @Override
  public void close() {
    port.close();
    workers.close();
  }
}
