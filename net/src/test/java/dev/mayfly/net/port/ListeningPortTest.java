package dev.mayfly.net.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.limit.UnreadResponses;
import dev.mayfly.net.tls.Certificates;
import dev.mayfly.net.tls.Identity;
import dev.mayfly.net.tls.TlsMode;
import dev.mayfly.net.tls.TlsOptions;
import dev.mayfly.net.tls.TlsSettings;
import dev.mayfly.testkit.Await;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A port with a protocol of one byte: each is sent back; a 'w' when the test says so. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ListeningPortTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Identity IDENTITY = Certificates.load(TlsOptions.DEFAULT, Instant.now());

  private final EventLoops loops = new EventLoops("network", 2);
  private final BlockingQueue<Echo> waiting = new LinkedBlockingQueue<>();
  private final BlockingQueue<Echo> connected = new LinkedBlockingQueue<>();
  private final ByteBudget responses = new ByteBudget(ByteBudget.Limits.total(100));
  private ListeningPort port;

  private final class Echo extends ConnectionHandler {
    private final ConnectionLimits.Place place;
    private final UnreadResponses unread;
    private final Object owner;
    private volatile SlowRequest slow;
    private volatile boolean aborted;
    private boolean secure;
    private boolean owing;
    private boolean ending;

    private Echo(ConnectionLimits.Place place, Object owner) {
      this.place = place;
      this.owner = owner;
      this.unread = new UnreadResponses(responses.share(owner));
    }

    @Override
    public void secured(SslHandler handler) {
      secure = true;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      place.requested();
      if (((ByteBuf) message).getByte(0) == 'w') {
        ((ByteBuf) message).release();
        owing = true;
        waiting.add(this);
      } else {
        ctx.writeAndFlush(message);
      }
    }

    private void respond() {
      execute(
          () -> {
            owing = false;
            var sent =
                context().writeAndFlush(context().alloc().buffer(1).writeByte(secure ? 'W' : 'w'));
            if (ending) {
              sent.addListener(ChannelFutureListener.CLOSE);
            }
          });
    }

    @Override
    public void checkTimeouts(long now) {
      if (place.isLate()) {
        place.abort();
      }
    }

    @Override
    public void shutDown() {
      ending = true;
      if (!owing) {
        context().close();
      }
    }

    @Override
    public SlowRequest slowRequest(long now) {
      return slow;
    }

    @Override
    public UnreadResponses unread() {
      return unread;
    }

    @Override
    public Object owner() {
      return owner;
    }

    @Override
    public void abort() {
      aborted = true;
      unread.abandon();
      place.abort();
    }
  }

  private void open(TlsMode mode, int connectionsMax, Duration firstRequest) throws IOException {
    port =
        ListeningPort.open(
            loops,
            new PortSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                new TlsSettings(
                    mode, CompletableFuture.completedFuture(IDENTITY.sslContext()), LONG),
                ConnectionLimits.Settings.of(connectionsMax, firstRequest, LONG),
                PortSettings.checkPeriod(firstRequest, LONG)),
            this::connect);
  }

  private PortConnection connect(
      ListeningPort from, SocketChannel channel, ConnectionLimits.Place place) {
    Echo echo = new Echo(place, channel.id());
    channel.pipeline().addLast(echo);
    connected.add(echo);
    return echo;
  }

  @AfterEach
  void close() {
    if (port != null) {
      port.close();
    }
    loops.close();
  }

  private Socket plain() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port.port());
  }

  private boolean isRefused() {
    try (Socket socket = plain()) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private Socket encrypted() throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(
        "server",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(
                    IDENTITY.certificatePem().getBytes(StandardCharsets.US_ASCII))));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port.port());
  }

  private static int ask(Socket socket, int request) throws IOException {
    socket.getOutputStream().write(request);
    return socket.getInputStream().read();
  }

  private Echo await(BlockingQueue<Echo> queue) throws InterruptedException {
    Echo next = queue.poll(20, TimeUnit.SECONDS);
    assertThat(next).as("a connection").isNotNull();
    return next;
  }

  /** Whether the other side has closed the connection, in order or not. */
  private static boolean isClosed(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void plainAndEncryptedConnectionsShareAPort() throws Exception {
    open(TlsMode.TEXT_OR_TLS, 10, LONG);
    try (Socket plain = plain();
        Socket encrypted = encrypted()) {
      assertThat(ask(plain, 'a')).isEqualTo('a');
      assertThat(ask(encrypted, 'b')).isEqualTo('b');
      encrypted.getOutputStream().write('w');
      await(waiting).respond();
      assertThat(encrypted.getInputStream().read()).as("as one that is encrypted").isEqualTo('W');
    }
  }

  @Test
  void aPortThatRequiresTlsServesNobodyElse() throws Exception {
    open(TlsMode.REQUIRED, 10, LONG);
    try (Socket plain = plain();
        Socket encrypted = encrypted()) {
      plain.getOutputStream().write("abc".getBytes(StandardCharsets.US_ASCII));
      assertThat(isClosed(plain)).isTrue();
      assertThat(ask(encrypted, 'b')).isEqualTo('b');
    }
  }

  @Test
  void theConnectionThatWasIdleLongestMakesWay() throws Exception {
    open(TlsMode.NONE, 1, LONG);
    try (Socket first = plain()) {
      assertThat(ask(first, 'a')).isEqualTo('a');
      try (Socket second = plain()) {
        assertThat(ask(second, 'a')).isEqualTo('a');
        assertThat(isClosed(first)).isTrue();
      }
    }
  }

  @Test
  void timeoutsAreChecked() throws Exception {
    open(TlsMode.NONE, 10, Duration.ofMillis(100));
    try (Socket silent = plain()) {
      assertThat(isClosed(silent)).isTrue();
    }
  }

  @Test
  void aRequestIsAnsweredBeforeThePortIsClosed() throws Exception {
    open(TlsMode.NONE, 10, LONG);
    try (Socket idle = plain();
        Socket busy = plain()) {
      assertThat(ask(idle, 'a')).isEqualTo('a');
      busy.getOutputStream().write('w');
      Echo owing = await(waiting);
      CompletableFuture<Void> closed = CompletableFuture.runAsync(port::close);
      assertThat(isClosed(idle)).isTrue();
      assertThat(closed).isNotDone();
      // The kernel frees the port when the event loop has removed the closed socket's key.
      Await.until("new connections are refused", this::isRefused);
      owing.respond();
      assertThat(busy.getInputStream().read()).isEqualTo('w');
      assertThat(isClosed(busy)).isTrue();
      closed.join();
    }
  }

  @Test
  void aRequestThatIsNeverAnsweredDoesNotKeepThePortOpen() throws Exception {
    open(TlsMode.NONE, 10, LONG);
    try (Socket busy = plain()) {
      busy.getOutputStream().write('w');
      await(waiting);
      port.close();
      assertThat(isClosed(busy)).isTrue();
    }
  }

  @Test
  void anAddressThatIsTakenIsRefused() throws Exception {
    open(TlsMode.NONE, 10, LONG);
    PortSettings same =
        new PortSettings(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port.port()),
            TlsSettings.NONE,
            ConnectionLimits.Settings.of(1, LONG, LONG),
            LONG);
    assertThatThrownBy(() -> ListeningPort.open(loops, same, this::connect))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in use");
  }

  @Test
  void theSlowestSenderIsEvicted() throws Exception {
    open(TlsMode.NONE, 10, LONG);
    try (Socket one = plain();
        Socket two = plain()) {
      assertThat(ask(one, 'a') + ask(two, 'a')).isEqualTo(2 * 'a');
      assertThat(port.connections().evictSlowest(null)).as("none is slow").isFalse();
      Echo slower = await(connected);
      Echo slow = await(connected);
      BlockingQueue<Echo> evicted = new LinkedBlockingQueue<>();
      slower.slow = new PortConnection.SlowRequest(10, () -> evicted.add(slower));
      slow.slow = new PortConnection.SlowRequest(20, () -> evicted.add(slow));
      assertThat(port.connections().evictSlowest(null)).isTrue();
      assertThat(port.connections().evictSlowest(slower)).isTrue();
      assertThat(evicted).containsExactly(slower, slow);
    }
  }

  @Test
  void whoLeavesMostUnreadIsAborted() throws Exception {
    open(TlsMode.NONE, 10, LONG);
    try (Socket one = plain();
        Socket two = plain()) {
      assertThat(ask(one, 'a') + ask(two, 'a')).isEqualTo(2 * 'a');
      Echo modest = await(connected);
      Echo greedy = await(connected);
      assertThat(modest.unread().add(40)).isTrue();
      assertThat(greedy.unread().add(60)).isTrue();
      assertThat(modest.unread().add(10)).as("beyond the budget").isFalse();
      port.connections().abortUnread();
      assertThat(greedy.aborted).isTrue();
      assertThat(modest.aborted).isFalse();
      assertThat(responses.held()).isEqualTo(50);
    }
  }

  @Test
  void connectionsThatWaitForNothingAreClosedFirst() throws Exception {
    open(TlsMode.NONE, 10, LONG);
    try (Socket idle = plain();
        Socket busy = plain()) {
      assertThat(ask(idle, 'x')).isEqualTo('x');
      busy.getOutputStream().write('w');
      Echo owing = await(waiting);
      port.closeIdle(Duration.ofMillis(50));
      assertThat(idle.getInputStream().read()).isEqualTo(-1);
      assertThat(isRefused()).isTrue();
      owing.respond();
      assertThat(busy.getInputStream().read()).isEqualTo('w');
      assertThat(busy.getInputStream().read()).isEqualTo(-1);
    }
  }
}
