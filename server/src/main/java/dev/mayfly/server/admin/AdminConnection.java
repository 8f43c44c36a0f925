package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.Executor;

/** Sets up each new connection, or turns it away when there are too many. */
@Sharable
final class AdminConnection extends ChannelInitializer<SocketChannel> {
  private static final int CONNECTIONS_MAX = 64;
  private static final int IDLE_SECONDS_MAX = 60;
  private static final int LINE_BYTES_MAX = 4096;
  private static final int HEADERS_BYTES_MAX = 8192;
  private static final int CHUNK_BYTES_MAX = 8192;

  private final Routes routes;
  private final Executor workers;
  private final ChannelGroup connections;

  AdminConnection(Routes routes, Executor workers, ChannelGroup connections) {
    this.routes = requireNonNull(routes, "routes");
    this.workers = requireNonNull(workers, "workers");
    this.connections = requireNonNull(connections, "connections");
  }

  @Override
  protected void initChannel(SocketChannel channel) {
    if (connections.size() >= CONNECTIONS_MAX) {
      channel.close();
      return;
    }
    connections.add(channel);
    channel
        .pipeline()
        .addLast(new IdleStateHandler(IDLE_SECONDS_MAX, 0, 0))
        .addLast(new HttpServerCodec(LINE_BYTES_MAX, HEADERS_BYTES_MAX, CHUNK_BYTES_MAX))
        .addLast(new BoundedAggregator())
        // Holds back what was read already while AdminHandler has switched reading off.
        .addLast(new FlowControlHandler())
        .addLast(new AdminHandler(routes, workers));
  }
}
