package dev.mayfly.net.tls;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distinguishes encrypted from plain connections by their first bytes, and replaces itself by a
 * handler of TLS or by nothing.
 */
public final class TlsDetector extends ByteToMessageDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(TlsDetector.class);

  private final TlsSettings settings;
  private final Consumer<SslHandler> secured;
  private boolean waiting;

  /**
   * @param secured is called when the connection turns out to be encrypted
   */
  public TlsDetector(TlsSettings settings, Consumer<SslHandler> secured) {
    this.settings = requireNonNull(settings, "settings");
    this.secured = requireNonNull(secured, "secured");
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (waiting || in.readableBytes() < settings.mode().prefixBytes()) {
      return;
    }
    if (!settings.mode().isTls(in)) {
      if (settings.mode() == TlsMode.REQUIRED) {
        LOG.debug("{} does not speak TLS: closed", ctx.channel());
        ctx.close();
      } else {
        ctx.pipeline().remove(this);
      }
      return;
    }
    waiting = true;
    // Just after the start the certificate may not be there yet. Nothing more is read meanwhile: it
    // would have to be buffered.
    ctx.channel().config().setAutoRead(false);
    settings
        .context()
        .whenComplete((context, failure) -> ctx.executor().execute(() -> secure(ctx, failure)));
  }

  private void secure(ChannelHandlerContext ctx, Throwable failure) {
    if (ctx.isRemoved()) {
      return;
    }
    if (failure != null) {
      LOG.debug("There is no certificate: {} is closed", ctx.channel());
      ctx.close();
      return;
    }
    SslHandler handler = settings.context().join().newHandler(ctx.alloc());
    handler.setHandshakeTimeout(settings.handshakeTime().toMillis(), TimeUnit.MILLISECONDS);
    secured.accept(handler);
    ctx.pipeline().replace(this, null, handler);
    ctx.channel().config().setAutoRead(true);
  }
}
