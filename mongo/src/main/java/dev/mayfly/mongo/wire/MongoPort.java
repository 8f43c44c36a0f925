package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.call.Clients;
import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.measure.OperationMeter;
import dev.mayfly.net.port.EventLoops;
import dev.mayfly.net.port.ListeningPort;
import dev.mayfly.net.port.PortConnection;
import dev.mayfly.net.port.PortSettings;
import dev.mayfly.net.tls.TlsMode;
import dev.mayfly.net.tls.TlsSettings;
import dev.mayfly.query.memory.MemoryPool;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A listening port for MongoDB's wire protocol, plain and TLS. */
public final class MongoPort implements AutoCloseable {
  private static final WriteBufferWaterMark UNREAD_REPLIES =
      new WriteBufferWaterMark(128 << 10, 512 << 10);

  private final Settings settings;
  private final Clients clients;
  private final Consumer<RunningOperation> commands;
  private final ByteBudget requests;
  private final ByteBudget replies;
  private final LargeMessages largeMessages = new LargeMessages();
  private final MessageMeter meter;
  private final ListeningPort port;

  /**
   * Configuration of a port.
   *
   * @param tls may complete later: until then TLS clients wait
   * @param cosmos whether it is for Azure Cosmos DB's clients, which all use TLS
   * @param memory heap budget of all requests
   * @param meter of the requests of all ports
   * @param lastTime log time of the last commit
   */
  public record Settings(
      InetSocketAddress address,
      CompletableFuture<SslContext> tls,
      boolean cosmos,
      WireLimits limits,
      MemoryPool memory,
      OperationMeter meter,
      LongSupplier lastTime) {
    public Settings {
      requireNonNull(lastTime, "lastTime");
      requireNonNull(memory, "memory");
      requireNonNull(meter, "meter");
      requireNonNull(address, "address");
      requireNonNull(tls, "tls");
      requireNonNull(limits, "limits");
    }

    private PortSettings ofPort() {
      return new PortSettings(
          address,
          new TlsSettings(
              cosmos ? TlsMode.REQUIRED : TlsMode.LENGTH_OR_TLS, tls, limits.handshakeTime()),
          limits.connections(),
          PortSettings.checkPeriod(
              limits.messageTime(), limits.stallTime(), limits.connections().firstRequestTime()));
    }
  }

  /**
   * Starts to listen.
   *
   * @param loops event loops, closed by the caller
   * @param commands called on network threads; must not block
   * @throws IOException if the port can't be bound
   */
  public MongoPort(
      Settings settings, EventLoops loops, Clients clients, Consumer<RunningOperation> commands)
      throws IOException {
    this.settings = requireNonNull(settings, "settings");
    this.clients = requireNonNull(clients, "clients");
    this.commands = requireNonNull(commands, "commands");
    this.meter = new MessageMeter(settings.meter());
    requests = new ByteBudget(settings.limits().requests());
    replies = new ByteBudget(settings.limits().replies());
    port = ListeningPort.open(loops, settings.ofPort(), this::connect);
  }

  MessageMeter meter() {
    return meter;
  }

  private PortConnection connect(
      ListeningPort from, SocketChannel channel, ConnectionLimits.Place place) {
    channel.config().setKeepAlive(true);
    channel.config().setWriteBufferWaterMark(UNREAD_REPLIES);
    MongoConnection connection = new MongoConnection(this, from.connections(), place);
    channel.pipeline().addLast(connection);
    return connection;
  }

  public int port() {
    return port.port();
  }

  /** Bytes currently held by requests. */
  long heldBytes() {
    return requests.held();
  }

  boolean isCosmos() {
    return settings.cosmos();
  }

  WireLimits limits() {
    return settings.limits();
  }

  MemoryPool memory() {
    return settings.memory();
  }

  long lastTime() {
    return settings.lastTime().getAsLong();
  }

  ByteBudget requests() {
    return requests;
  }

  ByteBudget replies() {
    return replies;
  }

  LargeMessages largeMessages() {
    return largeMessages;
  }

  Clients clients() {
    return clients;
  }

  Consumer<RunningOperation> commands() {
    return commands;
  }

  /** Stops accepting, and closes the connections that wait for no answer, within a time. */
  public void closeIdle(Duration patience) {
    port.closeIdle(patience);
  }

  /** Stops accepting, completes pending requests within two seconds, and closes all connections. */
  @Override
  public void close() {
    port.close();
    largeMessages.close();
  }
}
