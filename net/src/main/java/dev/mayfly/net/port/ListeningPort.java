package dev.mayfly.net.port;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.tls.TlsDetector;
import dev.mayfly.net.tls.TlsMode;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A port on which clients of one protocol connect. Bounds the number of its connections, encrypts
 * those that speak TLS, checks their timeouts, and stops in order. Its server socket is a {@link
 * Listener}.
 */
public final class ListeningPort implements AutoCloseable {
  private static final Duration DRAIN_TIME = Duration.ofSeconds(2);
  private final PortSettings settings;
  private final Protocol protocol;
  private final ConnectionLimits limits;
  private final OpenConnections connections = new OpenConnections();
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
  private final Consumer<SocketChannel> taker = this::accept;
  private Listener listener;
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
    port.listener = loops.listen(settings.address(), port.taker);
    return port;
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
    return listener.address().getPort();
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
    listener.release(taker);
  }

  /**
   * Stops listening, and closes the connections that wait for no answer; each of the others is
   * closed when it is answered. Returns when all are closed, or the time is over.
   */
  public void closeIdle(Duration patience) {
    closing = true;
    stopListening();
    var drained = channels.newCloseFuture();
    connections.forEach((channel, connection) -> channel.eventLoop().execute(connection::shutDown));
    drained.awaitUninterruptibly(patience.toMillis());
  }

  /** Stops listening, lets requests be answered within two seconds, and closes all connections. */
  @Override
  public void close() {
    closeIdle(DRAIN_TIME);
    channels.close().awaitUninterruptibly();
  }
}
