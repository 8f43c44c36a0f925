package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Clients;
import dev.mayfly.mongo.command.RunningOperation;
import dev.mayfly.net.ByteBudget;
import dev.mayfly.net.ByteBudget.Limits;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

  private final Settings settings;
  private final Clients clients;
  private final Consumer<RunningOperation> commands;
  private final ByteBudget.Share budget;
  private final ByteBudget.Share replies;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final AtomicInteger connectionCount = new AtomicInteger();
  private final Channel listener;
  private final ScheduledFuture<?> watch;

  /**
   * How a port listens.
   *
   * @param tls may come later: until then clients that speak TLS wait
   * @param cosmos whether it is for Azure Cosmos DB's clients, which all speak TLS
   */
  public record Settings(
      InetSocketAddress address,
      CompletableFuture<SslContext> tls,
      boolean cosmos,
      WireLimits limits) {
    public Settings {
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
    budget = new ByteBudget(Limits.total(settings.limits().requestsBytesMax())).share(this);
    replies = new ByteBudget(Limits.total(settings.limits().repliesBytesMax())).share(this);
    listener = listen(network);
    long period = watchPeriodNanos(settings.limits());
    watch =
        network.next().scheduleWithFixedDelay(this::watch, period, period, TimeUnit.NANOSECONDS);
  }

  /** Often enough that no time limit is overrun by much. */
  private static long watchPeriodNanos(WireLimits limits) {
    long shortest =
        Stream.of(limits.messageTime(), limits.stallTime())
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
    if (connectionCount.incrementAndGet() > settings.limits().connectionsMax()) {
      connectionCount.decrementAndGet();
      LOG.debug("{} is one connection too many", channel);
      channel.close();
      return;
    }
    channel.closeFuture().addListener(closed -> connectionCount.decrementAndGet());
    connections.add(channel);
    MongoConnection connection = new MongoConnection(this);
    channel
        .pipeline()
        .addLast(
            new FirstBytes(settings.tls(), settings.cosmos(), settings.limits(), connection),
            connection);
  }

  private void watch() {
    long now = System.nanoTime();
    for (Channel channel : connections) {
      MongoConnection connection = channel.pipeline().get(MongoConnection.class);
      if (connection != null) {
        connection.watch(now);
      }
    }
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Bytes of requests that are held at the moment. */
  long heldBytes() {
    return budget.held();
  }

  boolean isCosmos() {
    return settings.cosmos();
  }

  WireLimits limits() {
    return settings.limits();
  }

  ByteBudget.Share budget() {
    return budget;
  }

  ByteBudget.Share replies() {
    return replies;
  }

  /** Ends the connection that leaves most unread: memory is needed for others. */
  void cutLargest() {
    MongoConnection largest = null;
    long most = 0;
    for (Channel channel : connections) {
      MongoConnection connection = channel.pipeline().get(MongoConnection.class);
      if (connection != null && connection.unreadBytes() > most) {
        most = connection.unreadBytes();
        largest = connection;
      }
    }
    if (largest != null) {
      largest.cut();
    }
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
    for (Channel channel : connections) {
      MongoConnection connection = channel.pipeline().get(MongoConnection.class);
      if (connection != null) {
        connection.endSoon();
      }
    }
    if (!gone.awaitUninterruptibly(CLOSE_TIME.toMillis())) {
      connections.close().awaitUninterruptibly();
    }
  }
}
