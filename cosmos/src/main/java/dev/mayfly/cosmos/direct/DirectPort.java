package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.HttpLimits;
import dev.mayfly.cosmos.http.HttpPort;
import dev.mayfly.cosmos.http.PortBudgets;
import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.port.EventLoops;
import dev.mayfly.net.port.ListeningPort;
import dev.mayfly.net.port.PortConnection;
import dev.mayfly.net.port.PortSettings;
import dev.mayfly.net.tls.TlsMode;
import dev.mayfly.net.tls.TlsSettings;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One port that speaks RNTBD over TLS, for clients in direct mode, and hands requests on. */
public final class DirectPort implements AutoCloseable {
  static final int PROTOCOL_VERSION = 1;
  static final String CLIENT_VERSION = "2020-07-15";

  /** Clients keep idle connections; they are sent the timeout. */
  static final Duration IDLE_TIME = Duration.ofMinutes(30);

  /** Clients open connections before they need them. */
  static final Duration UNAUTHENTICATED_TIME = Duration.ofMinutes(2);

  /** A frame without its payload, until the client has sent a request that is authorized. */
  static final int FIRST_HEAD_BYTES_MAX = 16 << 10;

  private final HttpLimits limits;
  private final DirectAdmission admission;
  private final PortBudgets budgets;
  private final ListeningPort port;

  /**
   * Starts to listen.
   *
   * @param loops whose threads read and write; they stay the caller's
   * @param tls may come later: until then clients wait
   * @param limits those of HTTP, as far as both have them
   * @param budgets what it shares with the other ports of the front end
   * @throws IOException if the port can't be had; the message says why
   */
  public DirectPort(
      EventLoops loops,
      InetSocketAddress address,
      CompletableFuture<SslContext> tls,
      HttpLimits limits,
      PortBudgets budgets,
      DirectAdmission admission)
      throws IOException {
    this.limits = requireNonNull(limits, "limits");
    this.admission = requireNonNull(admission, "admission");
    this.budgets = requireNonNull(budgets, "budgets");
    port =
        ListeningPort.open(
            loops,
            new PortSettings(
                address,
                new TlsSettings(TlsMode.REQUIRED, tls, limits.times().handshake()),
                limits.connections(UNAUTHENTICATED_TIME),
                PortSettings.checkPeriod(
                    limits.times().request(),
                    limits.times().unauthenticated(),
                    limits.times().stall())),
            this::connect);
  }

  private PortConnection connect(
      ListeningPort from, SocketChannel channel, ConnectionLimits.Place place) {
    channel.config().setAllowHalfClosure(true);
    channel.config().setWriteBufferWaterMark(HttpPort.UNREAD_REFUSALS);
    FrameDecoder decoder = new FrameDecoder(FIRST_HEAD_BYTES_MAX);
    DirectConnection connection =
        new DirectConnection(
            this, from, decoder, place, budgets.ofBodies(channel), budgets.ofAnswers(channel));
    channel.pipeline().addLast(decoder, connection);
    return connection;
  }

  /** How many clients are connected. */
  public int connections() {
    return port.connections().size();
  }

  public int port() {
    return port.port();
  }

  HttpLimits limits() {
    return limits;
  }

  DirectAdmission admission() {
    return admission;
  }

  /** Stops accepting, and closes the connections that wait for no answer, within a time. */
  public void closeIdle(Duration patience) {
    port.closeIdle(patience);
  }

  /** Stops listening, answers what was asked within two seconds, and closes all connections. */
  @Override
  public void close() {
    port.close();
  }
}
