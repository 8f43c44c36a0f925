package dev.mayfly.embedded;

import static java.util.Objects.requireNonNull;

import dev.mayfly.embedded.bridge.Server;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A server inside this program, on ports of the loopback interface. Any number of them can run side
 * by side; each has its own data, clock, ports and threads. All threads are daemons: a server that
 * is not closed does not keep the program alive. Nothing here ends the program or changes its
 * system properties. Thread safe.
 */
public final class Mayfly implements AutoCloseable {
  private final Server server;
  private final MayflyClock clock;
  private final Start start;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * What {@link #reset} goes back to.
   *
   * @param at null for the time of the machine
   * @param seed null for none
   * @param movable whether the clock can be moved and the data be dropped
   * @param userInfo what a MongoDB URI has before its host
   */
  record Start(Instant at, boolean frozen, Path seed, boolean movable, String userInfo) {
    /** A clock that stands still stands at the beginning of a second, as deadlines do. */
    long epochMilli() {
      Instant start = at == null ? Instant.now() : at;
      return (frozen ? start.truncatedTo(ChronoUnit.SECONDS) : start).toEpochMilli();
    }
  }

  Mayfly(Server server, Start start) {
    this.server = requireNonNull(server, "server");
    this.start = requireNonNull(start, "start");
    this.clock = MayflyClock.of(server);
    if (start.at() != null || start.frozen()) {
      server.reset(start.epochMilli(), start.frozen(), false);
    }
    load();
  }

  /** A server that keeps nothing, and whose clock can be moved. */
  public static MayflyBuilder ephemeral() {
    return new MayflyBuilder(Optional.empty());
  }

  /**
   * A server that keeps its data in a directory, which is made if it is missing. One server at a
   * time uses a directory, be it in this program or in another.
   */
  public static MayflyBuilder at(Path directory) {
    return new MayflyBuilder(Optional.of(directory));
  }

  private void load() {
    if (start.seed() != null) {
      server.load(start.seed());
    }
  }

  /**
   * Where SDKs of Azure Cosmos DB for NoSQL connect in gateway mode. It is plain HTTP, which the
   * SDK for Java allows only with the system property {@code
   * COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED=true}; {@link #cosmosHttpsEndpoint} needs none, but
   * a client that trusts {@link #certificate}.
   */
  public String cosmosEndpoint() {
    return "http://localhost:" + server.cosmosPort() + "/";
  }

  /** The same over TLS, and the endpoint for direct mode. */
  public String cosmosHttpsEndpoint() {
    return "https://localhost:" + server.cosmosPort() + "/";
  }

  /** The key of the account: the emulator's, unless another was set. */
  public String key() {
    return server.cosmosKey();
  }

  /** Where drivers of MongoDB connect. */
  public String mongoUri() {
    return mongoUri("");
  }

  /** The same with a database that they use by default. */
  public String mongoUri(String database) {
    return "mongodb://" + start.userInfo() + "localhost:" + server.mongoPort() + "/" + database;
  }

  /** The Explorer, for browsers, and the admin port. */
  public String explorerUrl() {
    return "http://localhost:" + server.adminPort() + "/";
  }

  /** The certificate of its ports in PEM, for clients that connect over TLS. */
  public String certificate() {
    return server.certificate();
  }

  /** The clock that TTL goes by. */
  public MayflyClock clock() {
    return clock;
  }

  /** What that clock shows. */
  public Instant now() {
    return clock.instant();
  }

  /**
   * Starts again: all data, users and sessions are gone, the clock is where it was at the start (or
   * at the machine's time, if no time was set), and the seed folder is loaded. Ports, keys and
   * connections stay, so that clients can be used again at once. Takes milliseconds. What other
   * threads read or write meanwhile may fail or be lost.
   *
   * @throws IllegalStateException if the server keeps its data
   */
  public void reset() {
    reset(false);
  }

  /**
   * The same, but databases, containers and indexes stay, without data: for programs that make them
   * only when they start, as those with Spring do.
   */
  public void resetData() {
    reset(true);
  }

  private void reset(boolean keepDefinitions) {
    if (!start.movable()) {
      throw new IllegalStateException(
          "a reset would delete data that is kept: use it with Mayfly.ephemeral()");
    }
    server.reset(start.epochMilli(), start.frozen(), keepDefinitions);
    load();
  }

  /** Stops the server; an ephemeral store is deleted. The second call does nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      server.close();
    }
  }

  @Override
  public String toString() {
    return "Mayfly[" + cosmosEndpoint() + "]";
  }
}
