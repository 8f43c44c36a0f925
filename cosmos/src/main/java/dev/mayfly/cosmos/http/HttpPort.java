package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.ByteBudget;
import dev.mayfly.net.ByteBudget.Limits;
import dev.mayfly.net.ConnectionLimits;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One port that speaks HTTP/1.1, plain and over TLS, and hands whole requests on. */
public final class HttpPort implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpPort.class);
  private static final Duration CLOSE_TIME = Duration.ofSeconds(2);

  /** Answers that a client leaves unread before no more of its requests are read. */
  static final WriteBufferWaterMark UNREAD_ANSWERS =
      new WriteBufferWaterMark(128 << 10, UnsentAnswers.BYTES_MAX);

  /** The same before the client has sent a request that is authorized. */
  private static final WriteBufferWaterMark UNREAD_REFUSALS =
      new WriteBufferWaterMark(8 << 10, 16 << 10);

  private final CompletableFuture<SslContext> tls;
  private final HttpLimits limits;
  private final Admission admission;
  private final ByteBudget bodies;
  private final ByteBudget.Share answers;
  private final ConnectionLimits places;
  private final long watchPeriodNanos;
  private final EventLoopGroup network;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel listener;
  private final String localHost;
  private volatile boolean closing;

  /**
   * Starts to listen.
   *
   * @param tls may come later: until then clients that speak TLS wait
   * @param admission decides which requests are accepted, and who handles them
   * @throws IOException if the port can't be had; the message says why
   */
  public HttpPort(
      InetSocketAddress address,
      CompletableFuture<SslContext> tls,
      HttpLimits limits,
      int threads,
      Admission admission)
      throws IOException {
    this.tls = requireNonNull(tls, "tls");
    this.limits = requireNonNull(limits, "limits");
    this.admission = requireNonNull(admission, "admission");
    bodies = new ByteBudget(limits.bodies());
    places = new ConnectionLimits(limits.connections());
    answers = new ByteBudget(Limits.total(limits.answersBytesMax())).share(this);
    watchPeriodNanos = watchPeriodNanos(limits);
    network =
        new MultiThreadIoEventLoopGroup(
            threads,
            new DefaultThreadFactory("mayfly-cosmos-network", true),
            NioIoHandler.newFactory());
    try {
      listener = listen(address);
    } catch (IOException | RuntimeException e) {
      network.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw e;
    }
    localHost = "localhost:" + port();
  }

  /** Often enough that no time limit is overrun by much. */
  private static long watchPeriodNanos(HttpLimits limits) {
    long shortest =
        Stream.of(
                limits.requestTime(),
                limits.idleTime(),
                limits.unauthenticatedTime(),
                limits.stallTime())
            .mapToLong(Duration::toNanos)
            .min()
            .getAsLong();
    return Math.min(shortest, TimeUnit.SECONDS.toNanos(4)) / 4;
  }

  private Channel listen(InetSocketAddress address) throws IOException {
    var bound =
        new ServerBootstrap()
            .group(network)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNREAD_REFUSALS)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    enter(channel);
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    return bound.channel();
  }

  private void enter(SocketChannel channel) {
    ConnectionLimits.Place place = places.admit(channel);
    if (place == null) {
      channel.close();
      return;
    }
    connections.add(channel);
    RequestDecoder decoder = new RequestDecoder(limits);
    HttpConnection connection =
        new HttpConnection(this, decoder, place, bodies.share(owner(channel)));
    FirstBytes first = new FirstBytes(tls, limits, connection::secured);
    channel.pipeline().addLast(first, decoder, connection);
  }

  /** Whose connections share the memory for bodies. Local clients have one address in common. */
  private static Object owner(SocketChannel channel) {
    InetSocketAddress remote = channel.remoteAddress();
    return remote == null || remote.getAddress().isLoopbackAddress()
        ? channel.id()
        : remote.getAddress();
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  HttpLimits limits() {
    return limits;
  }

  Admission admission() {
    return admission;
  }

  ByteBudget bodies() {
    return bodies;
  }

  /** Takes memory for a body, if need be by evicting those that arrive slowly. */
  boolean takeBodyBytes(ByteBudget.Share share, int bytes) {
    while (!share.take(bytes)) {
      if (!evictSlowest()) {
        return false;
      }
    }
    return true;
  }

  private boolean evictSlowest() {
    long now = System.nanoTime();
    HttpConnection slowest = null;
    BodyBuffer body = null;
    long least = Long.MAX_VALUE;
    for (Channel channel : connections) {
      HttpConnection connection = channel.pipeline().get(HttpConnection.class);
      BodyBuffer arriving = connection == null ? null : connection.arrivingBody();
      long slowness = arriving == null ? -1 : arriving.slowness(now);
      if (slowness >= 0 && slowness < least) {
        least = slowness;
        slowest = connection;
        body = arriving;
      }
    }
    if (slowest == null || !body.evict()) {
      return false;
    }
    HttpConnection connection = slowest;
    BodyBuffer evicted = body;
    connection.execute(() -> connection.evicted(evicted));
    return true;
  }

  ByteBudget.Share answers() {
    return answers;
  }

  /** Ends the connection that leaves most unread: memory is needed for others. */
  void cutLargest() {
    HttpConnection largest = null;
    long most = 0;
    for (Channel channel : connections) {
      HttpConnection connection = channel.pipeline().get(HttpConnection.class);
      if (connection != null && connection.unsentBytes() > most) {
        most = connection.unsentBytes();
        largest = connection;
      }
    }
    if (largest != null) {
      largest.cut();
    }
  }

  long watchPeriodNanos() {
    return watchPeriodNanos;
  }

  /** What a client that does not say calls this server. */
  String localHost() {
    return localHost;
  }

  boolean isClosing() {
    return closing;
  }

  /** Stops listening, answers what was asked within two seconds, and closes all connections. */
  @Override
  public void close() {
    closing = true;
    listener.close().awaitUninterruptibly();
    var gone = connections.newCloseFuture();
    for (Channel channel : connections) {
      HttpConnection connection = channel.pipeline().get(HttpConnection.class);
      if (connection != null) {
        connection.execute(connection::endSoon);
      }
    }
    if (!gone.awaitUninterruptibly(CLOSE_TIME.toMillis())) {
      connections.close().awaitUninterruptibly();
    }
    network.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
