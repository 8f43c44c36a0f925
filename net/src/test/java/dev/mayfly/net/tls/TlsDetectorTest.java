package dev.mayfly.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which connections are taken for TLS, and what happens before there is a certificate. */
class TlsDetectorTest {
  private static final byte[] HELLO = {22, 3, 1, 0};
  private static final byte[] OLD_HELLO = {22, 3, 0, 0};

  private final CompletableFuture<SslContext> context = new CompletableFuture<>();
  private final List<SslHandler> secured = new ArrayList<>();

  private EmbeddedChannel channel(TlsMode mode) {
    return new EmbeddedChannel(
        new TlsDetector(new TlsSettings(mode, context, Duration.ofSeconds(10)), secured::add));
  }

  private static void write(EmbeddedChannel channel, byte... bytes) {
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
  }

  /** The bytes that were handed on because the connection is plain; empty if none were. */
  private static byte[] handedOn(EmbeddedChannel channel) {
    ByteBuf all = Unpooled.buffer();
    for (ByteBuf in = channel.readInbound(); in != null; in = channel.readInbound()) {
      all.writeBytes(in);
      in.release();
    }
    byte[] bytes = new byte[all.readableBytes()];
    all.readBytes(bytes);
    return bytes;
  }

  @Test
  void nothingMoreIsReadUntilTheCertificateIsThere() {
    EmbeddedChannel channel = channel(TlsMode.TEXT_OR_TLS);
    write(channel, HELLO);
    assertThat(channel.config().isAutoRead()).isFalse();
    context.complete(Certificates.load(TlsOptions.DEFAULT, Instant.now()).sslContext());
    channel.runPendingTasks();
    assertThat(channel.config().isAutoRead()).isTrue();
    assertThat(secured).containsExactly(channel.pipeline().get(SslHandler.class));
    channel.close();
  }

  @Test
  void whoWaitedForNoCertificateIsClosed() {
    EmbeddedChannel channel = channel(TlsMode.LENGTH_OR_TLS);
    write(channel, HELLO);
    context.completeExceptionally(new IllegalStateException("no certificate"));
    channel.runPendingTasks();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void textIsPlainFromItsFirstByte() {
    EmbeddedChannel channel = channel(TlsMode.TEXT_OR_TLS);
    write(channel, (byte) 'G');
    assertThat(handedOn(channel)).containsExactly('G');
    assertThat(channel.pipeline().get(TlsDetector.class)).isNull();
  }

  @Test
  void noTextBeginsLikeAnyTlsRecord() {
    EmbeddedChannel channel = channel(TlsMode.TEXT_OR_TLS);
    write(channel, OLD_HELLO);
    assertThat(channel.config().isAutoRead()).isFalse();
  }

  @Test
  void aLengthMayBeginLikeATlsRecord() {
    EmbeddedChannel channel = channel(TlsMode.LENGTH_OR_TLS);
    write(channel, (byte) 22, (byte) 3);
    assertThat(handedOn(channel)).isEmpty();
    write(channel, (byte) 0, (byte) 0);
    assertThat(handedOn(channel)).containsExactly(OLD_HELLO);
    assertThat(secured).isEmpty();
  }

  @Test
  void whoMustSpeakTlsAndDoesNotIsClosed() {
    EmbeddedChannel channel = channel(TlsMode.REQUIRED);
    write(channel, (byte) 58, (byte) 0, (byte) 0);
    assertThat(channel.isOpen()).isFalse();
    assertThat(handedOn(channel)).isEmpty();
  }
}
