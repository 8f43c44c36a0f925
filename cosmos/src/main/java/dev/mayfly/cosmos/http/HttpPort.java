package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.port.EventLoops;
import dev.mayfly.net.port.ListeningPort;
import dev.mayfly.net.port.PortConnection;
import dev.mayfly.net.port.PortSettings;
import dev.mayfly.net.tls.TlsMode;
import dev.mayfly.net.tls.TlsSettings;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One port that speaks HTTP/1.1, plain and over TLS, and hands whole requests on. */
public final class HttpPort implements AutoCloseable {
  /** Large answers that a client leaves unread before no more of its requests are read. */
  public static final int UNREAD_BYTES_MAX = 512 << 10;

  /** Answers that a client leaves unread before no more of its requests are read. */
  public static final WriteBufferWaterMark UNREAD_ANSWERS =
      new WriteBufferWaterMark(128 << 10, UNREAD_BYTES_MAX);

  /** The same before the client has sent a request that is authorized. */
  public static final WriteBufferWaterMark UNREAD_REFUSALS =
      new WriteBufferWaterMark(8 << 10, 16 << 10);

  private final HttpLimits limits;
  private final Admission admission;
  private final PortBudgets budgets;
  private final ListeningPort port;

  /** Starts to listen, with budgets of its own. */
  public HttpPort(
      EventLoops loops,
      InetSocketAddress address,
      CompletableFuture<SslContext> tls,
      HttpLimits limits,
      Admission admission)
      throws IOException {
    this(loops, address, tls, limits, PortBudgets.of(limits), admission);
  }

  /**
   * Starts to listen.
   *
   * @param loops whose threads read and write; they stay the caller's
   * @param tls may come later: until then clients that speak TLS wait
   * @param admission decides which requests are accepted, and who handles them
   * @throws IOException if the port can't be had; the message says why
   */
  public HttpPort(
      EventLoops loops,
      InetSocketAddress address,
      CompletableFuture<SslContext> tls,
      HttpLimits limits,
      PortBudgets budgets,
      Admission admission)
      throws IOException {
    this.limits = requireNonNull(limits, "limits");
    this.admission = requireNonNull(admission, "admission");
    this.budgets = requireNonNull(budgets, "budgets");
    port =
        ListeningPort.open(
            loops,
            new PortSettings(
                address,
                new TlsSettings(TlsMode.TEXT_OR_TLS, tls, limits.times().handshake()),
                limits.connections(),
                PortSettings.checkPeriod(
                    limits.times().request(),
                    limits.times().idle(),
                    limits.times().unauthenticated(),
                    limits.times().stall())),
            this::connect);
  }

  private PortConnection connect(
      ListeningPort from, SocketChannel channel, ConnectionLimits.Place place) {
    channel.config().setAllowHalfClosure(true);
    channel.config().setWriteBufferWaterMark(UNREAD_REFUSALS);
    RequestDecoder decoder = new RequestDecoder(limits);
    HttpConnection connection =
        new HttpConnection(
            this,
            from,
            decoder.flow(),
            place,
            budgets.ofBodies(channel),
            budgets.ofAnswers(channel));
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

  Admission admission() {
    return admission;
  }

  ByteBudget bodies() {
    return budgets.bodies();
  }

  ByteBudget answers() {
    return budgets.answers();
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
