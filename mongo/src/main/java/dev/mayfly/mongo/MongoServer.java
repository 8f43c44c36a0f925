package dev.mayfly.mongo;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.cluster.Cluster;
import dev.mayfly.mongo.auth.BuiltInRole;
import dev.mayfly.mongo.auth.GrantedRole;
import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.auth.UserName;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.Clients;
import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.ClusterTimes;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.Dispatcher;
import dev.mayfly.mongo.command.MemberCheck;
import dev.mayfly.mongo.command.handshake.Membership;
import dev.mayfly.mongo.cursor.Cursors;
import dev.mayfly.mongo.transaction.SnapshotReads;
import dev.mayfly.mongo.transaction.Transactions;
import dev.mayfly.mongo.wire.MongoPort;
import dev.mayfly.net.port.Network;
import dev.mayfly.net.work.ClientConnection;
import dev.mayfly.net.work.Requester;
import dev.mayfly.net.work.Workers;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.vector.VectorIndexes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves an engine over MongoDB's wire protocol. */
public final class MongoServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MongoServer.class);

  private static final Set<String> HELLO = Set.of("hello", "isMaster", "ismaster");

  private final Network network;
  private final List<MongoPort> ports = new ArrayList<>();
  private final MemoryPool memory;
  private final VectorIndexes vectors;
  private final Runnable afterClose;
  private Clients clients;
  private Users users;
  private ServerState state;
  private volatile long timeBeforeReset;
  private Transactions transactions;
  private SnapshotReads snapshots;
  private Cursors cursors;

  private MongoServer(
      Network network, MemoryPool memory, VectorIndexes vectors, Runnable afterClose) {
    this.network = requireNonNull(network, "network");
    this.memory = requireNonNull(memory, "memory");
    this.vectors = requireNonNull(vectors, "vectors");
    this.afterClose = afterClose;
  }

  /**
   * Starts the server on its own threads. The caller closes the engine after this server.
   *
   * @throws IOException if a port can't be bound, or if it would be reachable from other machines
   *     without authentication
   */
  public static MongoServer start(Engine engine, MongoOptions options) throws IOException {
    Network network = Network.ofMachine();
    try {
      return startAlone(engine, options, network, MemoryPool.ofHeap(), network::close);
    } catch (IOException | RuntimeException e) {
      network.close();
      throw e;
    }
  }

  /**
   * Starts the server on threads and memory shared with other front ends.
   *
   * @param network closed by the caller, after this server
   * @param memory heap budget of the requests of all front ends
   */
  public static MongoServer start(
      Engine engine, MongoOptions options, Network network, MemoryPool memory) throws IOException {
    return startAlone(engine, options, network, memory, () -> {});
  }

  private static MongoServer startAlone(
      Engine engine, MongoOptions options, Network network, MemoryPool memory, Runnable afterClose)
      throws IOException {
    VectorIndexes vectors = VectorIndexes.of(engine, memory);
    Runnable closing =
        () -> {
          vectors.close();
          afterClose.run();
        };
    return start(engine, options, new MongoServer(network, memory, vectors, closing));
  }

  /**
   * As above, with the indexes of vectors of the engine.
   *
   * @param vectors closed by the caller, after this server
   */
  public static MongoServer start(
      Engine engine,
      MongoOptions options,
      Network network,
      MemoryPool memory,
      VectorIndexes vectors)
      throws IOException {
    return start(engine, options, new MongoServer(network, memory, vectors, () -> {}));
  }

  private static MongoServer start(Engine engine, MongoOptions options, MongoServer server)
      throws IOException {
    try {
      server.listen(engine, options);
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void listen(Engine engine, MongoOptions options) throws IOException {
    state = ServerState.of(engine);
    clients = state.clients();
    Workers workers = network.workers();
    clients.runOn(workers);
    Requester server = new Requester(new ClientConnection(), "the server itself");
    users = state.users();
    options.membership().map(Membership::cluster).ifPresent(this::join);
    options
        .rootUser()
        .ifPresent(
            root ->
                state
                    .users()
                    .setRoot(
                        root.name(), root.password(), salting -> workers.execute(server, salting)));
    requireSafe(options, users);
    Backend backend = DataCommands.backend(engine, options, state, memory, vectors);
    cursors = backend.cursors();
    transactions = DataCommands.transactions(backend, state, memory);
    snapshots = DataCommands.snapshots(backend);
    CommandTable commands = Commands.of(backend, options, state, transactions, snapshots);
    Dispatcher dispatcher =
        new Dispatcher(
            commands,
            state.users(),
            state.sessions(),
            state.counters(),
            new ClusterTimes(
                engine::lastTime,
                () -> LogTime.max(engine.lastTime(), timeBeforeReset),
                options.membership().isPresent()),
            options
                .membership()
                .map(in -> new MemberCheck(() -> in.cluster().state().isLeader()))
                .orElse(MemberCheck.ALWAYS_PRIMARY),
            transactions::dispatch,
            snapshots::dispatch,
            state.failPoints());
    ports.add(open(options, options.port(), false, engine::lastTime, dispatcher));
    if (options.cosmosPort().isPresent()) {
      int port = options.cosmosPort().getAsInt();
      ports.add(open(options, port, true, engine::lastTime, dispatcher));
    }
  }

  /**
   * Where other machines can connect, users have to authenticate; without any, the server listens
   * on loopback only.
   */
  private static void requireSafe(MongoOptions options, Users users) throws IOException {
    InetAddress address = InetAddress.getByName(options.bindAddress());
    if (users.isEmpty() && !address.isLoopbackAddress()) {
      throw new IOException(
          "other machines can reach "
              + options.bindAddress()
              + " and there is no user who would have to log in");
    }
    if (options.testCommands() && !address.isLoopbackAddress()) {
      throw new IOException(
          "other machines can reach "
              + options.bindAddress()
              + " and mongo-test-commands is on, which is for loopback only");
    }
    if (options.auth() || !address.isLoopbackAddress()) {
      users.enforce();
    } else if (!users.isEmpty() && users.isOpen()) {
      LOG.warn(
          "There are MongoDB users, but every client of this machine may do everything without"
              + " logging in: start the server with mongo-auth to require it.");
    }
  }

  private MongoPort open(
      MongoOptions options, int port, boolean cosmos, LongSupplier lastTime, Dispatcher dispatcher)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(options.bindAddress(), port);
    return new MongoPort(
        new MongoPort.Settings(
            address, options.tls(), cosmos, options.limits(), memory, network.meter(), lastTime),
        network.loops(),
        clients,
        dispatcher::dispatch);
  }

  private void join(Cluster cluster) {
    if (!cluster.state().isLeader()) {
      users.follow();
    }
    cluster.onChange(state -> wakeWaiting());
    clients.writesAreOn(() -> cluster.state().nodes().size() / 2 + 1);
  }

  /** Whoever waits for a change of the topology looks again. */
  private void wakeWaiting() {
    for (Client client : clients.connected()) {
      RunningOperation running = client.channel().running();
      if (running != null && HELLO.contains(running.name())) {
        client.channel().wake();
      }
    }
  }

  public int port() {
    return ports.get(0).port();
  }

  public Clients clients() {
    return clients;
  }

  /** How many cursors are open. */
  public int openCursors() {
    return cursors.size();
  }

  /** Whether clients must authenticate. */
  public boolean hasUsers() {
    return !users.isEmpty();
  }

  /**
   * Verifies the password of a user of {@code admin} with the role root; slow on purpose.
   *
   * @return whether the login is still valid, each time it is asked; empty if there is no such user
   */
  public Optional<BooleanSupplier> logInAsRoot(String name, String password) {
    User user = users.logIn(new UserName(name, "admin"), password);
    return isRoot(user) ? Optional.of(() -> isRoot(users.current(user))) : Optional.empty();
  }

  private static boolean isRoot(User user) {
    return user != null && user.roles().contains(new GrantedRole(BuiltInRole.ROOT, "admin"));
  }

  /**
   * Replaces the credentials of the configured superuser; its connections must authenticate again.
   */
  public void replaceRootUser(String name, String password) {
    users.setRoot(name, password, Runnable::run);
  }

  /**
   * Ends all sessions with their cursors and transactions, and forgets users and fail points. To be
   * called before the engine is cleared; connections and the configured user stay.
   *
   * @param lastTime log time that clients may have seen
   */
  public void reset(long lastTime) {
    timeBeforeReset = LogTime.max(timeBeforeReset, lastTime);
    state.sessions().endAll(any -> true);
    state.failPoints().turnOff();
    users.forgetStored();
  }

  /** The port for Azure Cosmos DB's clients; only if one is configured. */
  public int cosmosPort() {
    return ports.get(1).port();
  }

  /** Stops accepting connections, and closes those that wait for no reply, within a time. */
  public void closeIdle(Duration patience) {
    ports.forEach(port -> port.closeIdle(patience));
  }

  /** Stops accepting connections, completes pending requests and closes, within a few seconds. */
  @Override
  public void close() {
    ports.forEach(MongoPort::close);
    if (transactions != null) {
      transactions.close();
    }
    if (snapshots != null) {
      snapshots.close();
    }
    afterClose.run();
  }
}
