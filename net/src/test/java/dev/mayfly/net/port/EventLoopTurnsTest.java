package dev.mayfly.net.port;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.tls.TlsMode;
import dev.mayfly.net.tls.TlsSettings;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two connections on one event loop: one always has something to resume, the other sends a byte.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventLoopTurnsTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int TURNS_MAX = 10;

  /** Were it waited for, it would be found that the other was never served. */
  private static final int RESUMED_MAX = 1_000_000;

  private final EventLoops loops = new EventLoops("network", 1);
  private final CountDownLatch resuming = new CountDownLatch(1);
  private final CountDownLatch sent = new CountDownLatch(1);
  private final CompletableFuture<Integer> served = new CompletableFuture<>();
  private ListeningPort port;

  /** Of the event loop only. */
  private int resumed;

  private final class Handler extends ConnectionHandler {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      boolean busy = ((ByteBuf) message).getByte(0) == 'b';
      ((ByteBuf) message).release();
      if (busy) {
        resuming.countDown();
        await(sent);
        resume();
      } else {
        served.complete(resumed);
      }
    }

    private void resume() {
      resumed++;
      if (resumed == RESUMED_MAX) {
        served.complete(resumed);
      } else if (!served.isDone()) {
        executeAfterOthers(this::resume);
      }
    }

    @Override
    public void checkTimeouts(long now) {}

    @Override
    public void shutDown() {
      context().close();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void open() throws IOException {
    port =
        ListeningPort.open(
            loops,
            new PortSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new TlsSettings(TlsMode.NONE, new CompletableFuture<>(), LONG),
                ConnectionLimits.Settings.of(16, LONG, LONG),
                LONG),
            this::connect);
  }

  private PortConnection connect(
      ListeningPort from, SocketChannel channel, ConnectionLimits.Place place) {
    Handler handler = new Handler();
    channel.pipeline().addLast(handler);
    return handler;
  }

  @AfterEach
  void close() {
    port.close();
    loops.close();
  }

  @Test
  void whatIsResumedAgainAndAgainLeavesOthersTheirTurn() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (Socket other = new Socket(loopback, port.port());
        Socket busy = new Socket(loopback, port.port())) {
      busy.getOutputStream().write('b');
      // The loop stands still until the byte of the other one has arrived.
      await(resuming);
      other.getOutputStream().write('o');
      sent.countDown();

      assertThat(served.get()).isLessThanOrEqualTo(TURNS_MAX);
    }
  }
}
