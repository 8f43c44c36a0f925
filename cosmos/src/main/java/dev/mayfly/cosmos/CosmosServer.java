package dev.mayfly.cosmos;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.cosmos.auth.Authorizer;
import dev.mayfly.cosmos.auth.EntraTokens;
import dev.mayfly.cosmos.auth.KeyAuthorizer;
import dev.mayfly.cosmos.auth.KeyRing;
import dev.mayfly.cosmos.auth.ResourceTokens;
import dev.mayfly.cosmos.direct.DirectEndpoint;
import dev.mayfly.cosmos.direct.DirectPort;
import dev.mayfly.cosmos.direct.DirectPortException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.HttpPort;
import dev.mayfly.cosmos.http.PortBudgets;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.ChildStore;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.cosmos.resource.Locations;
import dev.mayfly.cosmos.script.ScriptAddOn;
import dev.mayfly.cosmos.script.ServerScripts;
import dev.mayfly.engine.Engine;
import dev.mayfly.net.port.Network;
import dev.mayfly.net.tls.ServerCertificate;
import dev.mayfly.net.work.Workers;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.scripts.ScriptLimits;
import dev.mayfly.scripts.Scripts;
import dev.mayfly.vector.VectorIndexes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/** Serves an engine's data the way Azure Cosmos DB for NoSQL does. */
public final class CosmosServer implements AutoCloseable {
  private final HttpPort port;
  private final DirectPort direct;
  private final ServerCertificate certificate;
  private final KeyRing keys;
  private final Dispatcher dispatcher;
  private final ExplorerRedirect explorer;
  private final Scripts scripts;
  private final Runnable afterClose;

  /**
   * @param direct null if direct mode is off
   */
  private CosmosServer(
      HttpPort port,
      DirectPort direct,
      ServerCertificate certificate,
      KeyRing keys,
      Dispatcher dispatcher,
      ExplorerRedirect explorer,
      Scripts scripts,
      Runnable afterClose) {
    this.scripts = scripts;
    this.port = port;
    this.direct = direct;
    this.certificate = certificate;
    this.keys = keys;
    this.dispatcher = dispatcher;
    this.explorer = explorer;
    this.afterClose = afterClose;
  }

  /**
   * Starts to listen, with threads of its own. The engine stays the caller's: it is closed after
   * this server.
   *
   * @throws DirectPortException if the port of direct mode can't be had
   * @throws IOException if the port can't be had; the message says why
   * @throws dev.mayfly.net.tls.TlsException if a certificate that was named can't be used
   */
  public static CosmosServer start(Engine engine, CosmosOptions options) throws IOException {
    Network network = Network.ofMachine();
    try {
      return startAlone(engine, options, network, MemoryPool.ofHeap(), network::close);
    } catch (IOException | RuntimeException e) {
      network.close();
      throw e;
    }
  }

  /**
   * The same with threads and memory that it shares with other front ends.
   *
   * @param network stays the caller's: it is closed after this server
   * @param memory what the requests of all front ends may hold together
   */
  public static CosmosServer start(
      Engine engine, CosmosOptions options, Network network, MemoryPool memory) throws IOException {
    return startAlone(engine, options, network, memory, () -> {});
  }

  /**
   * The same with the indexes of vectors of the engine, and with a certificate that it shares with
   * other ports in place of the one that the options ask for.
   *
   * @param vectors stay the caller's: they are closed after this server
   */
  public static CosmosServer start(
      Engine engine,
      CosmosOptions options,
      Network network,
      MemoryPool memory,
      VectorIndexes vectors,
      ServerCertificate certificate)
      throws IOException {
    return start(engine, options, network, memory, vectors, certificate, () -> {});
  }

  private static CosmosServer startAlone(
      Engine engine, CosmosOptions options, Network network, MemoryPool memory, Runnable afterClose)
      throws IOException {
    VectorIndexes vectors = VectorIndexes.of(engine, memory);
    try {
      return start(
          engine,
          options,
          network,
          memory,
          vectors,
          ServerCertificate.load(options.tls(), options.wallClock().instant()).make(),
          () -> {
            vectors.close();
            afterClose.run();
          });
    } catch (IOException | RuntimeException e) {
      vectors.close();
      throw e;
    }
  }

  private static CosmosServer start(
      Engine engine,
      CosmosOptions options,
      Network network,
      MemoryPool memory,
      VectorIndexes vectors,
      ServerCertificate certificate,
      Runnable afterClose)
      throws IOException {
    Directory directory = new Directory(engine);
    ChildStore children = new ChildStore(engine);
    KeyRing keys = new KeyRing(options.keys());
    ResourceTokens tokens = new ResourceTokens(keys, children, options.wallClock()::millis);
    EntraTokens entra =
        options.entra() == null
            ? null
            : new EntraTokens(options.entra(), options.wallClock()::millis);
    Authorizer authorizer =
        new KeyAuthorizer(keys, tokens, entra, directory, options.wallClock()::millis);
    Workers workers = network.workers();
    Locations locations =
        options.cluster() == null ? Locations.ONE : Locations.of(options.cluster());
    DirectEndpoint endpoint = new DirectEndpoint(certificate.identity());
    Scripts scripts = new Scripts(ScriptLimits.ofMachine(), new ScriptAddOn());
    Dispatcher dispatcher =
        new Dispatcher(
            authorizer,
            Handlers.of(
                directory,
                children,
                tokens,
                workers,
                memory,
                endpoint,
                locations,
                new ServerScripts(engine, scripts, children, memory),
                vectors,
                options.defaultThroughput()),
            locations,
            workers,
            new RequestMeter(network.meter()));
    boolean testTokens = options.entra() != null && options.entra().testTokens();
    ExplorerRedirect explorer =
        new ExplorerRedirect(new CertificateDownload(certificate.identity(), dispatcher));
    PublicKeyGuard requests =
        new PublicKeyGuard(
            () -> keys.keys().isPublic() || testTokens, certificate.identity(), explorer);
    PortBudgets budgets = PortBudgets.of(options.limits());
    DirectPort direct =
        options.directPort().isEmpty()
            ? null
            : direct(options, network, certificate, budgets, dispatcher);
    try {
      HttpPort port =
          new HttpPort(
              network.loops(),
              new InetSocketAddress(options.bindAddress(), options.port()),
              certificate.sslContext(),
              options.limits(),
              budgets,
              requests);
      if (direct != null) {
        endpoint.opened(port.port(), direct.port());
      }
      return new CosmosServer(
          port, direct, certificate, keys, dispatcher, explorer, scripts, afterClose);
    } catch (IOException e) {
      if (direct != null) {
        direct.close();
      }
      throw e;
    }
  }

  private static DirectPort direct(
      CosmosOptions options,
      Network network,
      ServerCertificate certificate,
      PortBudgets budgets,
      Dispatcher dispatcher)
      throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(options.bindAddress(), options.directPort().getAsInt());
    try {
      return new DirectPort(
          network.loops(),
          address,
          certificate.sslContext(),
          options.limits(),
          budgets,
          dispatcher);
    } catch (IOException e) {
      throw new DirectPortException(e);
    }
  }

  public int port() {
    return port.port();
  }

  /** Where clients in direct mode are served; empty if they are not. */
  public OptionalInt directPort() {
    return direct == null ? OptionalInt.empty() : OptionalInt.of(direct.port());
  }

  /** How many clients are connected over HTTP. */
  public int connections() {
    return port.connections();
  }

  /** How many clients are connected in direct mode. */
  public int directConnections() {
    return direct == null ? 0 : direct.connections();
  }

  /** What its connections are encrypted with, for other ports of the server. */
  public ServerCertificate certificate() {
    return certificate;
  }

  /**
   * Answers a request of this process as one with an account key that came over the network.
   *
   * @param readOnly whether that key may only read
   */
  public CompletableFuture<Response> call(Request request, boolean readOnly) {
    CompletableFuture<Response> answer = new CompletableFuture<>();
    dispatcher.call(new Exchange(request, answer::complete), readOnly);
    return answer;
  }

  /** From now on browsers that ask for the emulator's page are sent to that address. */
  public void explorerAt(String address) {
    explorer.sendTo(address);
  }

  /** The keys that are in force. */
  public AccountKeys keys() {
    return keys.keys();
  }

  /** From now on only these keys count, also on connections that are open. */
  public void replaceKeys(AccountKeys others) {
    keys.replace(others);
  }

  /** Stops listening, and closes connections that wait for no answer, within a time. */
  public void closeIdle(Duration patience) {
    port.closeIdle(patience);
    if (direct != null) {
      direct.closeIdle(patience);
    }
  }

  /** Stops listening, answers what was asked, and ends within a few seconds. */
  @Override
  public void close() {
    port.close();
    if (direct != null) {
      direct.close();
    }
    scripts.close();
    afterClose.run();
  }
}
