package dev.mayfly.net.port;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Threads that read and write the sockets of ports. What runs on them must not block. */
public final class EventLoops implements AutoCloseable {
  /**
   * How long a loop runs what other threads hand to it, such as answers, before it looks at its
   * sockets again. Netty's own is a second.
   */
  private static final long TASKS_MILLIS = 5;

  private final EventLoopGroup group;

  /** By address; null if server sockets are closed with their ports. */
  private final Map<InetSocketAddress, Listener> kept;

  /**
   * @param name of the threads
   */
  public EventLoops(String name, int threads) {
    this(name, threads, false);
  }

  /**
   * @param keepsPorts whether the server sockets of closed ports stay bound, for the next port at
   *     the same address, until these loops are closed
   */
  EventLoops(String name, int threads, boolean keepsPorts) {
    kept = keepsPorts ? new ConcurrentHashMap<>() : null;
    group =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory()) {
          @Override
          protected IoEventLoop newChild(
              Executor executor, IoHandlerFactory handlers, Object... arguments) {
            return new SingleThreadIoEventLoop(
                this,
                executor,
                handlers,
                Integer.MAX_VALUE,
                RejectedExecutionHandlers.reject(),
                TASKS_MILLIS);
          }
        };
  }

  /**
   * Listens, or takes over the server socket that was kept for that address.
   *
   * @param taker called on event loops for each connection
   * @throws IOException if the address can't be bound; the message says why
   */
  Listener listen(InetSocketAddress address, Consumer<SocketChannel> taker) throws IOException {
    Listener before = kept == null ? null : kept.get(address);
    if (before != null) {
      before.handTo(taker);
      return before;
    }
    Listener made = Listener.bind(group, address, kept != null, taker);
    if (kept != null) {
      kept.put(made.address(), made);
    }
    return made;
  }

  /** Ends the threads. The ports that use them are closed before. */
  @Override
  public void close() {
    if (kept != null) {
      kept.values().forEach(Listener::close);
    }
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
