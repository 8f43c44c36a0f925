package dev.mayfly.net.port;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Threads that read and write the sockets of ports. What runs on them must not block. */
public final class EventLoops implements AutoCloseable {
  /**
   * How long a loop runs what other threads hand to it, such as answers, before it looks at its
   * sockets again. Netty's own is a second.
   */
  private static final long TASKS_MILLIS = 5;

  private final EventLoopGroup group;

  /**
   * @param name of the threads
   */
  public EventLoops(String name, int threads) {
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

  EventLoopGroup group() {
    return group;
  }

  /** Ends the threads. The ports that use them are closed before. */
  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
