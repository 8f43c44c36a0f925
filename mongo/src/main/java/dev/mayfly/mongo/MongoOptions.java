package dev.mayfly.mongo;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.handshake.Membership;
import dev.mayfly.mongo.command.handshake.SetIdentity;
import dev.mayfly.mongo.wire.WireLimits;
import io.netty.handler.ssl.SslContext;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/**
 * Configuration of the MongoDB front end.
 *
 * @param bindAddress of the interface
 * @param port 0 = any free port
 * @param cosmosPort of a second listener that is for Azure Cosmos DB's clients; empty for none
 * @param advertisedHost name, or name and port, under which Cosmos DB's clients reach this server;
 *     empty for the name that they dialled
 * @param tls certificate for TLS connections; may complete after the start, or fail if there is
 *     none
 * @param rootUser superuser from the configuration, not stored; empty for none
 * @param wallClock time of day in replies; no TTL depends on it
 * @param setIdentity to whom the server is a member of which replica set
 * @param documentTtl whether the {@code ttl} field of a document is honoured (D7)
 * @param auth whether stored users have to authenticate also on the loopback interface
 * @param testCommands whether commands that disturb the server on purpose are served
 * @param membership in a cluster, whose name and members clients then see as the replica set; empty
 *     for a server on its own
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
    SetIdentity setIdentity,
    boolean documentTtl,
    boolean auth,
    boolean testCommands,
    Optional<Membership> membership) {
  public MongoOptions {
    requireNonNull(bindAddress, "bindAddress");
    requireNonNull(cosmosPort, "cosmosPort");
    requireNonNull(advertisedHost, "advertisedHost");
    requireNonNull(tls, "tls");
    requireNonNull(rootUser, "rootUser");
    requireNonNull(limits, "limits");
    requireNonNull(wallClock, "wallClock");
    requireNonNull(setIdentity, "setIdentity");
    requireNonNull(membership, "membership");
  }

  /** Credentials of the configured superuser. */
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
    return new MongoOptions(
        "127.0.0.1",
        0,
        OptionalInt.empty(),
        Optional.empty(),
        CompletableFuture.failedFuture(new IllegalStateException("no certificate was given")),
        Optional.empty(),
        WireLimits.DEFAULT,
        InstantSource.system(),
        SetIdentity.DEFAULT,
        true,
        false,
        false,
        Optional.empty());
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
        setIdentity,
        documentTtl,
        auth,
        testCommands,
        membership);
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
        setIdentity,
        documentTtl,
        auth,
        testCommands,
        membership);
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
        setIdentity,
        documentTtl,
        auth,
        testCommands,
        membership);
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
        setIdentity,
        documentTtl,
        auth,
        testCommands,
        membership);
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
        setIdentity,
        documentTtl,
        auth,
        testCommands,
        membership);
  }

  public MongoOptions withDocumentTtl(boolean counts) {
    return with(counts, auth, testCommands);
  }

  public MongoOptions withAuth(boolean required) {
    return with(documentTtl, required, testCommands);
  }

  public MongoOptions withTestCommands(boolean served) {
    return with(documentTtl, auth, served);
  }

  private MongoOptions with(boolean counts, boolean required, boolean served) {
    return new MongoOptions(
        bindAddress,
        port,
        cosmosPort,
        advertisedHost,
        tls,
        rootUser,
        limits,
        wallClock,
        setIdentity,
        counts,
        required,
        served,
        membership);
  }

  public MongoOptions withSetIdentity(SetIdentity other) {
    return new MongoOptions(
        bindAddress,
        port,
        cosmosPort,
        advertisedHost,
        tls,
        rootUser,
        limits,
        wallClock,
        other,
        documentTtl,
        auth,
        testCommands,
        membership);
  }

  public MongoOptions withMembership(Membership in) {
    return new MongoOptions(
        bindAddress,
        port,
        cosmosPort,
        advertisedHost,
        tls,
        rootUser,
        limits,
        wallClock,
        SetIdentity.of(in.cluster().name(), Optional.empty()),
        documentTtl,
        auth,
        testCommands,
        Optional.of(in));
  }
}
