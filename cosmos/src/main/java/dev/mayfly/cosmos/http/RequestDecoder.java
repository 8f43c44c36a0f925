package dev.mayfly.cosmos.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.util.List;

/**
 * Takes requests out of the bytes of one connection. While it is held it leaves what has arrived,
 * so that a client that sends many requests at once waits for its answers. Knows since when the
 * request that is arriving has been doing so.
 */
final class RequestDecoder extends HttpRequestDecoder implements PipelinedConnection.Decoder {
  private static final int CHUNK_BYTES = 64 << 10;

  /** A client that keeps sending what is discarded is closed after so much. */
  private static final long DISCARDED_BYTES_MAX = 8 << 20;

  private ChannelHandlerContext context;
  private boolean held;
  private boolean discarding;
  private long sinceNanos;
  private long discardedNanos;
  private long discardedBytes;

  RequestDecoder(HttpLimits limits) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(limits.sizes().lineBytesMax())
            .setMaxHeaderSize(limits.sizes().headersBytesMax())
            .setMaxChunkSize(CHUNK_BYTES));
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
    context = ctx;
    super.handlerAdded(ctx);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    if (discarding) {
      discardedNanos = System.nanoTime();
      discardedBytes += in.readableBytes();
      in.skipBytes(in.readableBytes());
      if (discardedBytes > DISCARDED_BYTES_MAX) {
        ctx.close();
      }
    } else if (!held) {
      if (sinceNanos == 0 && isBeginning(in)) {
        sinceNanos = System.nanoTime() | 1;
      }
      super.decode(ctx, in, out);
    }
  }

  /**
   * Empty lines between requests belong to none: they are skipped, and no timeout starts with them.
   */
  private static boolean isBeginning(ByteBuf in) {
    for (int i = in.readerIndex(); i < in.writerIndex(); i++) {
      byte next = in.getByte(i);
      if (next != '\r' && next != '\n') {
        return true;
      }
    }
    return false;
  }

  /** Refuses a body with two lengths: a proxy may have used the other one. */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("both content-length and transfer-encoding");
  }

  /** A request has arrived whole; the next one is new. */
  void ended() {
    sinceNanos = 0;
  }

  /** When the first byte of the request that is arriving came, or 0 if none is. */
  long sinceNanos() {
    return sinceNanos;
  }

  @Override
  public void hold() {
    held = true;
    sinceNanos = 0;
  }

  @Override
  public boolean isHeld() {
    return held;
  }

  @Override
  public void release() throws Exception {
    held = false;
    channelRead(context, Unpooled.EMPTY_BUFFER);
  }

  @Override
  public void discard() {
    discarding = true;
    discardedNanos = System.nanoTime();
    sinceNanos = 0;
  }

  /** When bytes were last thrown away. */
  long discardedNanos() {
    return discardedNanos;
  }
}
