package dev.mayfly.server.admin;

import dev.mayfly.server.metrics.MongoMetrics;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Listens for administrators on the loopback interface. One network thread; routes run on two
 * others, so that a long backup leaves one for everything else. Bounded everywhere: connections,
 * idle time, request size, waiting requests.
 */
public final class AdminServer implements AutoCloseable {
  private static final int WAITING_REQUESTS_MAX = 64;
  private static final int ROUTE_THREADS = 2;

  private final EventLoopGroup network;
  private final ThreadPoolExecutor workers;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel listener;

  /**
   * Starts to listen.
   *
   * @param port 0 = any free port
   * @param mongo the figures of the MongoDB port, if there is one
   * @throws IOException if the port can't be had; the message says why
   */
  public AdminServer(
      int port, AdminTarget target, Optional<Path> backupDirectory, Optional<MongoMetrics> mongo)
      throws IOException {
    Routes routes = new Routes(target, backupDirectory, mongo);
    network =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("mayfly-admin-network", true), NioIoHandler.newFactory());
    workers =
        new ThreadPoolExecutor(
            ROUTE_THREADS,
            ROUTE_THREADS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING_REQUESTS_MAX),
            new DefaultThreadFactory("mayfly-admin", true));
    workers.allowCoreThreadTimeOut(true);
    try {
      listener = listen(port, routes);
    } catch (IOException | RuntimeException e) {
      network.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      workers.shutdown();
      throw e;
    }
  }

  private Channel listen(int port, Routes routes) throws IOException {
    var bound =
        new ServerBootstrap()
            .group(network)
            .channel(NioServerSocketChannel.class)
            .childHandler(new AdminConnection(routes, workers, connections))
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    return bound.channel();
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Stops listening, lets running requests end within two seconds, and closes connections. */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    workers.shutdown();
    try {
      if (!workers.awaitTermination(2, TimeUnit.SECONDS)) {
        workers.shutdownNow();
      }
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
    }
    connections.close().awaitUninterruptibly();
    network.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
