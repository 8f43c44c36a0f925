package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.ConnectionLimits;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;

/** Sets up each new connection. If there are too many, the one that is idle longest is closed. */
@Sharable
final class AdminConnection extends ChannelInitializer<SocketChannel> {
  static final int CONNECTIONS_MAX = 256;

  private static final int LINE_BYTES_MAX = 4096;
  private static final int HEADERS_BYTES_MAX = 8192;
  private static final int CHUNK_BYTES_MAX = 8192;

  private final Routes routes;
  private final AdminWorkers workers;
  private final ChannelGroup connections;
  private final AdminTimes.Limits times;
  private final ConnectionLimits places;

  AdminConnection(
      Routes routes, AdminWorkers workers, ChannelGroup connections, AdminTimes.Limits times) {
    this.routes = requireNonNull(routes, "routes");
    this.workers = requireNonNull(workers, "workers");
    this.connections = requireNonNull(connections, "connections");
    this.times = requireNonNull(times, "times");
    // Nobody authenticates here, so every connection may have to make way for a new one.
    this.places =
        new ConnectionLimits(
            new ConnectionLimits.Settings(
                CONNECTIONS_MAX,
                CONNECTIONS_MAX,
                CONNECTIONS_MAX,
                CONNECTIONS_MAX,
                CONNECTIONS_MAX,
                times.request(),
                times.idle()));
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    ConnectionLimits.Place place = places.admit(channel);
    if (place == null) {
      channel.close();
      return;
    }
    connections.add(channel);
    AdminTimes watch = new AdminTimes(times, place);
    channel
        .pipeline()
        .addLast(watch)
        .addLast(new HttpServerCodec(LINE_BYTES_MAX, HEADERS_BYTES_MAX, CHUNK_BYTES_MAX))
        .addLast(new BoundedAggregator())
        // Holds back what was read already while AdminHandler has switched reading off.
        .addLast(new FlowControlHandler())
        .addLast(new AdminHandler(routes, workers, watch));
  }
}
