package dev.mayfly.mongo;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.auth.Users;
import dev.mayfly.mongo.command.Clients;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.Dispatcher;
import dev.mayfly.mongo.wire.MongoPort;
import dev.mayfly.net.work.ClientConnection;
import dev.mayfly.net.work.Requester;
import dev.mayfly.net.work.WorkLimits;
import dev.mayfly.net.work.Workers;
import dev.mayfly.query.memory.MemoryPool;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Serves an engine's data the way MongoDB does. */
public final class MongoServer implements AutoCloseable {
  private final EventLoopGroup network;
  private final Workers workers;
  private final List<MongoPort> ports = new ArrayList<>();
  private final MemoryPool memory;
  private Clients clients;
  private Users users;

  private MongoServer(MongoOptions options, MemoryPool memory) {
    this.memory = requireNonNull(memory, "memory");
    network =
        new MultiThreadIoEventLoopGroup(
            options.networkThreads(),
            new DefaultThreadFactory("mayfly-mongo-network", true),
            NioIoHandler.newFactory());
    workers = new Workers("mayfly-mongo", WorkLimits.of(options.workerThreads()));
  }

  /**
   * Starts to listen. The engine stays the caller's: it is closed after this server.
   *
   * @throws IOException if a port can't be had, or if other machines could reach it and everybody
   *     may do everything; the message says why
   */
  public static MongoServer start(Engine engine, MongoOptions options) throws IOException {
    return start(engine, options, MemoryPool.ofHeap());
  }

  /**
   * The same.
   *
   * @param memory what all requests may hold together, those of other front ends included
   */
  public static MongoServer start(Engine engine, MongoOptions options, MemoryPool memory)
      throws IOException {
    MongoServer server = new MongoServer(options, memory);
    try {
      server.listen(engine, options);
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void listen(Engine engine, MongoOptions options) throws IOException {
    ServerState state = ServerState.of(engine);
    clients = state.clients();
    clients.runOn(workers);
    Requester server = new Requester(new ClientConnection(), "the server itself");
    users = state.users();
    options
        .rootUser()
        .ifPresent(
            root ->
                state
                    .users()
                    .setRoot(
                        root.name(), root.password(), salting -> workers.execute(server, salting)));
    requireSafe(options, state);
    CommandTable commands = Commands.of(engine, options, state, memory);
    Dispatcher dispatcher =
        new Dispatcher(commands, state.users(), state.sessions(), state.counters());
    ports.add(open(options, options.port(), false, state.clients(), dispatcher));
    if (options.cosmosPort().isPresent()) {
      int port = options.cosmosPort().getAsInt();
      ports.add(open(options, port, true, state.clients(), dispatcher));
    }
  }

  /** Data that everybody may read is shown to nobody beyond this machine. */
  private static void requireSafe(MongoOptions options, ServerState state) throws IOException {
    InetAddress address = InetAddress.getByName(options.bindAddress());
    if (state.users().isEmpty() && !address.isLoopbackAddress()) {
      throw new IOException(
          "other machines can reach "
              + options.bindAddress()
              + " and there is no user who would have to log in");
    }
  }

  private MongoPort open(
      MongoOptions options, int port, boolean cosmos, Clients clients, Dispatcher dispatcher)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(options.bindAddress(), port);
    return new MongoPort(
        new MongoPort.Settings(address, options.tls(), cosmos, options.limits(), memory),
        network,
        clients,
        dispatcher::dispatch);
  }

  public int port() {
    return ports.get(0).port();
  }

  /** Who is connected. */
  public Clients clients() {
    return clients;
  }

  /** Gives who may do everything another password; who is logged in has to log in again. */
  public void replaceRootUser(String name, String password) {
    users.setRoot(name, password, Runnable::run);
  }

  /** Where Azure Cosmos DB's clients are served, if they are. */
  public int cosmosPort() {
    return ports.get(1).port();
  }

  /** Stops listening, answers what was asked, and ends within a few seconds. */
  @Override
  public void close() {
    ports.forEach(MongoPort::close);
    workers.close();
    network.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
