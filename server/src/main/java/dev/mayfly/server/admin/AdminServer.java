package dev.mayfly.server.admin;

import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.server.metrics.MongoMetrics;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Listens for administrators on the loopback interface. One network thread; routes run on {@link
 * AdminWorkers}. Bounded everywhere: connections, times, request size, waiting requests.
 */
public final class AdminServer implements AutoCloseable {
  private final EventLoopGroup network;
  private final AdminWorkers workers = new AdminWorkers();
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel listener;

  /**
   * Starts to listen.
   *
   * @param port 0 = any free port
   * @param memory what requests hold
   * @param mongo the figures of the MongoDB port, if there is one
   * @param keyReload takes keys and passwords anew and tells what changed
   * @throws IOException if the port can't be had; the message says why
   */
  public AdminServer(
      int port,
      AdminTarget target,
      Optional<Path> backupDirectory,
      MemoryPool memory,
      Optional<MongoMetrics> mongo,
      Supplier<Map<String, Boolean>> keyReload)
      throws IOException {
    this(port, target, backupDirectory, memory, mongo, keyReload, AdminTimes.Limits.DEFAULT);
  }

  AdminServer(
      int port,
      AdminTarget target,
      Optional<Path> backupDirectory,
      MemoryPool memory,
      Optional<MongoMetrics> mongo,
      Supplier<Map<String, Boolean>> keyReload,
      AdminTimes.Limits times)
      throws IOException {
    Routes routes = new Routes(target, backupDirectory, memory, mongo, keyReload);
    network =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("mayfly-admin-network", true), NioIoHandler.newFactory());
    try {
      listener = listen(port, routes, times);
    } catch (IOException | RuntimeException e) {
      network.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      workers.close();
      throw e;
    }
  }

  private Channel listen(int port, Routes routes, AdminTimes.Limits times) throws IOException {
    var bound =
        new ServerBootstrap()
            .group(network)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 1024)
            .childHandler(new AdminConnection(routes, workers, connections, times))
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
    workers.close();
    connections.close().awaitUninterruptibly();
    network.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
