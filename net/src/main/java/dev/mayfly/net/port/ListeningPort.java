package dev.mayfly.net.port;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.tls.TlsDetector;
import dev.mayfly.net.tls.TlsMode;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A port on which clients of one protocol connect. Bounds the number of its connections, encrypts
 * those that speak TLS, checks their timeouts, and stops in order. The only place where a server
 * socket is opened.
 */
public final class ListeningPort implements AutoCloseable {
  private static final Duration DRAIN_TIME = Duration.ofSeconds(2);
  private static final int BACKLOG = 1024;

  /**
   * One buffer of at most 32 KiB for each turn of a connection. Netty's own 16 buffers of 64 KiB
   * are thousands of requests, and the other connections of the event loop wait for all of them.
   */
  private static final RecvByteBufAllocator RECEIVING =
      new AdaptiveRecvByteBufAllocator(64, 2048, 32 << 10).maxMessagesPerRead(1);

  private final PortSettings settings;
  private final Protocol protocol;
  private final ConnectionLimits limits;
  private final OpenConnections connections = new OpenConnections();
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private Channel listener;
  private volatile boolean closing;

  private ListeningPort(PortSettings settings, Protocol protocol) {
    this.settings = requireNonNull(settings, "settings");
    this.protocol = requireNonNull(protocol, "protocol");
    limits = new ConnectionLimits(settings.connections());
  }

  /**
   * Starts to listen.
   *
   * @param loops whose threads read and write; they stay the caller's
   * @throws IOException if the address can't be bound; the message says why
   */
  public static ListeningPort open(EventLoops loops, PortSettings settings, Protocol protocol)
      throws IOException {
    ListeningPort port = new ListeningPort(settings, protocol);
    port.bind(loops);
    return port;
  }

  private void bind(EventLoops loops) throws IOException {
    var bound =
        new ServerBootstrap()
            .group(loops.group())
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, RECEIVING)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    accept(channel);
                  }
                })
            .bind(settings.address())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    listener = bound.channel();
  }

  private void accept(SocketChannel channel) {
    ConnectionLimits.Place place = limits.admit(channel);
    if (place == null) {
      channel.close();
      return;
    }
    channels.add(channel);
    PortConnection connection = protocol.connect(this, channel, place);
    if (settings.tls().mode() != TlsMode.NONE) {
      channel.pipeline().addFirst(new TlsDetector(settings.tls(), connection::secured));
    }
    connections.add(channel, connection);
    long period = settings.checkPeriod().toNanos();
    Future<?> checks =
        channel
            .eventLoop()
            .scheduleWithFixedDelay(
                () -> connection.checkTimeouts(System.nanoTime()),
                period,
                period,
                TimeUnit.NANOSECONDS);
    channel.closeFuture().addListener(closed -> checks.cancel(false));
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  public OpenConnections connections() {
    return connections;
  }

  /** Whether it is being closed: a connection that has responded to all requests ends. */
  public boolean isClosing() {
    return closing;
  }

  /** Accepts no further connection. */
  public void stopListening() {
    listener.close().awaitUninterruptibly();
  }

  /** Stops listening, lets requests be answered within two seconds, and closes all connections. */
  @Override
  public void close() {
    closing = true;
    stopListening();
    var drained = channels.newCloseFuture();
    connections.forEach((channel, connection) -> channel.eventLoop().execute(connection::shutDown));
    drained.awaitUninterruptibly(DRAIN_TIME.toMillis());
    channels.close().awaitUninterruptibly();
  }
}
