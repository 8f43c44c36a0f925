package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells TLS from plain HTTP by the first byte of a connection, and makes way for either. */
final class FirstBytes extends ByteToMessageDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(FirstBytes.class);
  private static final int TLS_HANDSHAKE = 22;

  private final CompletableFuture<SslContext> tls;
  private final HttpLimits limits;
  private final Runnable secured;
  private boolean waiting;

  /**
   * @param secured is called when the connection turns out to be encrypted
   */
  FirstBytes(CompletableFuture<SslContext> tls, HttpLimits limits, Runnable secured) {
    this.tls = requireNonNull(tls, "tls");
    this.limits = requireNonNull(limits, "limits");
    this.secured = requireNonNull(secured, "secured");
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (waiting) {
      return;
    }
    if (in.getUnsignedByte(in.readerIndex()) != TLS_HANDSHAKE) {
      ctx.pipeline().remove(this);
      return;
    }
    waiting = true;
    // Just after the start the certificate may still be in the making: nobody would take what
    // comes.
    ctx.channel().config().setAutoRead(false);
    tls.whenComplete((context, failure) -> ctx.executor().execute(() -> secure(ctx, failure)));
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
    Channel channel = ctx.channel();
    SslHandler handler = tls.join().newHandler(ctx.alloc());
    handler.setHandshakeTimeout(limits.handshakeTime().toMillis(), TimeUnit.MILLISECONDS);
    secured.run();
    ctx.pipeline().replace(this, null, handler);
    channel.config().setAutoRead(true);
  }
}
