package dev.mayfly.net.port;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A server socket and who takes its connections. One that is kept stays bound when no front end
 * takes them: new connections then wait in the backlog for the next who does, for a moment, and are
 * closed after that.
 */
final class Listener {
  private static final int BACKLOG = 1024;
  private static final long HOLD_SECONDS = 2;

  /**
   * One buffer of at most 32 KiB for each turn of a connection. Netty's own 16 buffers of 64 KiB
   * are thousands of requests, and the other connections of the event loop wait for all of them.
   */
  private static final RecvByteBufAllocator RECEIVING =
      new AdaptiveRecvByteBufAllocator(64, 2048, 32 << 10).maxMessagesPerRead(1);

  private final boolean kept;
  private final AtomicReference<Consumer<SocketChannel>> taker;
  private Channel channel;

  private Listener(boolean kept, Consumer<SocketChannel> taker) {
    this.kept = kept;
    this.taker = new AtomicReference<>(requireNonNull(taker, "taker"));
  }

  /**
   * @throws IOException if the address can't be bound; the message says why
   */
  static Listener bind(
      EventLoopGroup group, InetSocketAddress address, boolean kept, Consumer<SocketChannel> taker)
      throws IOException {
    Listener listener = new Listener(kept, taker);
    var bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, RECEIVING)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel accepted) {
                    listener.accept(accepted);
                  }
                })
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(bound.cause().getMessage(), bound.cause());
    }
    listener.channel = bound.channel();
    return listener;
  }

  private void accept(SocketChannel accepted) {
    Consumer<SocketChannel> now = taker.get();
    if (now == null) {
      accepted.close();
    } else {
      now.accept(accepted);
    }
  }

  /** From now on another one takes the connections. */
  void handTo(Consumer<SocketChannel> other) {
    taker.set(requireNonNull(other, "other"));
    channel.config().setAutoRead(true);
  }

  /** One takes no more connections; has no effect if another one took over before. */
  void release(Consumer<SocketChannel> one) {
    if (!taker.compareAndSet(one, null)) {
      return;
    }
    if (!kept) {
      close();
      return;
    }
    channel.config().setAutoRead(false);
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (taker.get() == null) {
                channel.config().setAutoRead(true);
              }
            },
            HOLD_SECONDS,
            TimeUnit.SECONDS);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  void close() {
    channel.close().awaitUninterruptibly();
  }
}
