package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Clients;
import dev.mayfly.mongo.command.RunningOperation;
import dev.mayfly.net.ByteBudget;
import dev.mayfly.net.ConnectionLimits;
import dev.mayfly.query.memory.MemoryPool;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One port that speaks MongoDB's messages, plain and over TLS, and hands whole commands on. */
public final class MongoPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MongoPort.class);
  private static final Duration CLOSE_TIME = Duration.ofSeconds(2);
  private static final WriteBufferWaterMark UNREAD_REPLIES =
      new WriteBufferWaterMark(128 << 10, 512 << 10);

  /** Who sends a large message at less than this may lose it to others: 48 MB in a minute. */
  private static final long SLOW_BYTES_PER_SECOND = 800_000;

  private final Settings settings;
  private final Clients clients;
  private final Consumer<RunningOperation> commands;
  private final ByteBudget requests;
  private final ByteBudget replies;
  private final LargeMessages largeMessages = new LargeMessages();
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ConnectionLimits connectionLimits;
  private final Channel listener;
  private final ScheduledFuture<?> watch;

  /**
   * How a port listens.
   *
   * @param tls may come later: until then clients that speak TLS wait
   * @param cosmos whether it is for Azure Cosmos DB's clients, which all speak TLS
   * @param memory what all requests may hold together
   */
  public record Settings(
      InetSocketAddress address,
      CompletableFuture<SslContext> tls,
      boolean cosmos,
      WireLimits limits,
      MemoryPool memory) {
    public Settings {
      requireNonNull(memory, "memory");
      requireNonNull(address, "address");
      requireNonNull(tls, "tls");
      requireNonNull(limits, "limits");
    }
  }

  /**
   * Starts to listen.
   *
   * @param network whose threads read and write; it stays the caller's
   * @param commands is called on network threads and must not block
   * @throws IOException if the port can't be had; the message says why
   */
  public MongoPort(
      Settings settings,
      EventLoopGroup network,
      Clients clients,
      Consumer<RunningOperation> commands)
      throws IOException {
    this.settings = requireNonNull(settings, "settings");
    this.clients = requireNonNull(clients, "clients");
    this.commands = requireNonNull(commands, "commands");
    requests = new ByteBudget(settings.limits().requests());
    replies = new ByteBudget(settings.limits().replies());
    connectionLimits = new ConnectionLimits(settings.limits().connections());
    listener = listen(network);
    long period = watchPeriodNanos(settings.limits());
    watch =
        network.next().scheduleWithFixedDelay(this::watch, period, period, TimeUnit.NANOSECONDS);
  }

  /** Often enough that no time limit is overrun by much. */
  private static long watchPeriodNanos(WireLimits limits) {
    long shortest =
        Stream.of(limits.messageTime(), limits.stallTime(), limits.connections().firstRequestTime())
            .mapToLong(Duration::toNanos)
            .min()
            .getAsLong();
    return Math.min(shortest, TimeUnit.SECONDS.toNanos(4)) / 4;
  }

  private Channel listen(EventLoopGroup network) throws IOException {
    var bound =
        new ServerBootstrap()
            .group(network)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNREAD_REPLIES)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    enter(channel);
                  }
                })
            .bind(settings.address())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    return bound.channel();
  }

  private void enter(SocketChannel channel) {
    ConnectionLimits.Place place = connectionLimits.admit(channel);
    if (place == null) {
      channel.close();
      return;
    }
    connections.add(channel);
    MongoConnection connection = new MongoConnection(this, place);
    channel
        .pipeline()
        .addLast(
            new FirstBytes(settings.tls(), settings.cosmos(), settings.limits(), connection),
            connection);
  }

  private void watch() {
    long now = System.nanoTime();
    connections().forEach(each -> each.watch(now));
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Bytes of requests that are held at the moment. */
  long heldBytes() {
    return requests.held();
  }

  boolean isCosmos() {
    return settings.cosmos();
  }

  WireLimits limits() {
    return settings.limits();
  }

  /** What all requests may hold together. */
  MemoryPool memory() {
    return settings.memory();
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

  /**
   * Closes a connection that leaves replies unread, because memory is needed for others: of the
   * owner who leaves most unread, the one whose replies have waited longest.
   */
  void cutUnread() {
    Map<Object, Long> byOwner = new HashMap<>();
    List<MongoConnection> waiting = new ArrayList<>();
    for (MongoConnection each : connections()) {
      if (each.unreadSinceNanos() != 0) {
        waiting.add(each);
        byOwner.merge(each.owner(), each.unreadBytes(), Long::sum);
      }
    }
    Object most =
        byOwner.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(null);
    MongoConnection longest = null;
    for (MongoConnection each : waiting) {
      if (each.owner().equals(most)
          && (longest == null || each.unreadSinceNanos() - longest.unreadSinceNanos() < 0)) {
        longest = each;
      }
    }
    if (longest != null) {
      longest.cut();
    }
  }

  /**
   * Closes the connection whose large message arrives most slowly, because another one needs
   * memory; false if none is slow.
   */
  boolean cutSlowest(MongoConnection needy) {
    long now = System.nanoTime();
    MongoConnection slowest = null;
    long least = SLOW_BYTES_PER_SECOND;
    for (MongoConnection each : connections()) {
      long speed = each.bytesPerSecond(now);
      if (speed < least && each != needy) {
        least = speed;
        slowest = each;
      }
    }
    if (slowest == null) {
      return false;
    }
    LOG.debug("{} sends a large message too slowly: closed", slowest);
    slowest.cut();
    return true;
  }

  private List<MongoConnection> connections() {
    List<MongoConnection> open = new ArrayList<>();
    for (Channel channel : connections) {
      MongoConnection connection = channel.pipeline().get(MongoConnection.class);
      if (connection != null) {
        open.add(connection);
      }
    }
    return open;
  }

  Clients clients() {
    return clients;
  }

  Consumer<RunningOperation> commands() {
    return commands;
  }

  /** Stops listening, answers what was asked within two seconds, and closes all connections. */
  @Override
  public void close() {
    watch.cancel(false);
    listener.close().awaitUninterruptibly();
    var gone = connections.newCloseFuture();
    connections().forEach(MongoConnection::endSoon);
    if (!gone.awaitUninterruptibly(CLOSE_TIME.toMillis())) {
      connections.close().awaitUninterruptibly();
    }
    largeMessages.close();
  }
}
