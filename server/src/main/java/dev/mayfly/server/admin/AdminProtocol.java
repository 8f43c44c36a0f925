package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.port.ListeningPort;
import dev.mayfly.net.port.PortConnection;
import dev.mayfly.net.port.PortSettings;
import dev.mayfly.net.port.Protocol;
import dev.mayfly.net.tls.TlsSettings;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.Semaphore;

/** Small requests in plain HTTP, one at a time on each connection. */
final class AdminProtocol implements Protocol {
  static final int CONNECTIONS_MAX = 256;

  private static final int LINE_BYTES_MAX = 8192;
  private static final int HEADERS_BYTES_MAX = 8192;
  private static final int CHUNK_BYTES_MAX = 8192;

  private final Routes routes;
  private final AdminWorkers workers;
  private final EventStreams streams;
  private final AdminTimes.Limits times;
  private final Semaphore largeBodies = new Semaphore(BoundedAggregator.LARGE_MAX);

  AdminProtocol(
      Routes routes, AdminWorkers workers, EventStreams streams, AdminTimes.Limits times) {
    this.routes = requireNonNull(routes, "routes");
    this.workers = requireNonNull(workers, "workers");
    this.streams = requireNonNull(streams, "streams");
    this.times = requireNonNull(times, "times");
  }

  /** There is no authentication: at the limit, the connection that is idle longest is closed. */
  PortSettings settings(InetSocketAddress address) {
    return new PortSettings(
        address,
        TlsSettings.NONE,
        new ConnectionLimits.Settings(
            CONNECTIONS_MAX,
            CONNECTIONS_MAX,
            CONNECTIONS_MAX,
            CONNECTIONS_MAX,
            CONNECTIONS_MAX,
            times.request(),
            times.idle()),
        PortSettings.checkPeriod(times.request(), times.idle(), times.answer()));
  }

  @Override
  public PortConnection connect(
      ListeningPort port, SocketChannel channel, ConnectionLimits.Place place) {
    AdminTimes connection = new AdminTimes(times, place);
    channel
        .pipeline()
        .addLast(connection)
        .addLast(new HttpServerCodec(LINE_BYTES_MAX, HEADERS_BYTES_MAX, CHUNK_BYTES_MAX))
        .addLast(new BoundedAggregator(largeBodies))
        // Holds back what was read already while AdminHandler has switched reading off.
        .addLast(new FlowControlHandler())
        .addLast(new AdminHandler(routes, workers, streams, connection));
    return connection;
  }
}
