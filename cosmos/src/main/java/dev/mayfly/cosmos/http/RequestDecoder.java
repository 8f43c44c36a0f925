package dev.mayfly.cosmos.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.util.List;

/**
 * Takes requests out of the bytes of one connection. Can be told to hold: then it leaves alone what
 * has arrived, so that a client that sends many requests at once waits for its answers. Knows since
 * when the request that is arriving has been doing so.
 */
final class RequestDecoder extends HttpRequestDecoder {
  private static final int CHUNK_BYTES = 64 << 10;

  /** A client that goes on sending what is thrown away is closed after so much. */
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
            .setMaxInitialLineLength(limits.lineBytesMax())
            .setMaxHeaderSize(limits.headersBytesMax())
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
   * Empty lines between requests belong to none: they are overlooked, so no clock runs for them.
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

  /** Two ways to tell a body's length are one too many: somebody may mean the other. */
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

  /** Leaves alone what comes; to be called between requests. */
  void hold() {
    held = true;
    sinceNanos = 0;
  }

  boolean isHeld() {
    return held;
  }

  /** Goes on with what has arrived. */
  void release() throws Exception {
    held = false;
    channelRead(context, Unpooled.EMPTY_BUFFER);
  }

  /** From now on throws away what comes, up to a limit. */
  void discard() {
    discarding = true;
    discardedNanos = System.nanoTime();
    sinceNanos = 0;
  }

  /** When bytes were last thrown away. */
  long discardedNanos() {
    return discardedNanos;
  }
}
