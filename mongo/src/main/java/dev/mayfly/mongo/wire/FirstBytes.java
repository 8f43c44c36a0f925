package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells TLS from plain messages by the first bytes of a connection, and makes way for either. */
final class FirstBytes extends ByteToMessageDecoder {
  private static final Logger LOG = LoggerFactory.getLogger(FirstBytes.class);
  private static final int TLS_HANDSHAKE = 22;
  private static final int TLS_MAJOR_VERSION = 3;
  private static final int LEAST_BYTES = 3;

  private final CompletableFuture<SslContext> tls;
  private final boolean tlsOnly;
  private final WireLimits limits;
  private final MongoConnection connection;
  private boolean waiting;

  FirstBytes(
      CompletableFuture<SslContext> tls,
      boolean tlsOnly,
      WireLimits limits,
      MongoConnection connection) {
    this.tls = requireNonNull(tls, "tls");
    this.tlsOnly = tlsOnly;
    this.limits = requireNonNull(limits, "limits");
    this.connection = requireNonNull(connection, "connection");
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (waiting || in.readableBytes() < LEAST_BYTES) {
      return;
    }
    if (!isTls(in)) {
      if (tlsOnly) {
        LOG.debug("{} does not speak TLS: closed", ctx.channel());
        ctx.close();
      } else {
        ctx.pipeline().remove(this);
      }
      return;
    }
    waiting = true;
    // Nothing more is read meanwhile: it would have to be kept.
    ctx.channel().config().setAutoRead(false);
    // Just after the start the certificate may still be in the making.
    tls.whenComplete((context, failure) -> ctx.executor().execute(() -> secure(ctx, failure)));
  }

  /** No first message of a plain connection is so long that it begins with these bytes. */
  private static boolean isTls(ByteBuf in) {
    int start = in.readerIndex();
    return in.getUnsignedByte(start) == TLS_HANDSHAKE
        && in.getUnsignedByte(start + 1) == TLS_MAJOR_VERSION
        && in.getUnsignedByte(start + 2) > 0;
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
    SslHandler handler = tls.join().newHandler(ctx.alloc());
    handler.setHandshakeTimeout(limits.handshakeTime().toMillis(), TimeUnit.MILLISECONDS);
    connection.secured(handler);
    ctx.pipeline().replace(this, null, handler);
    ctx.channel().config().setAutoRead(true);
  }
}
