package dev.mayfly.cosmos.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;

/**
 * What the decoder of a connection does with bytes that arrive: it decodes them, is held and leaves
 * them, so that a client that sends many requests at once waits for its answers, or discards them.
 * Measures since when the present request has been arriving. Used on the connection's network
 * thread only.
 */
public final class InboundFlow {
  /** A client that keeps sending what is discarded is closed after so much. */
  private static final long DISCARDED_BYTES_MAX = 8 << 20;

  private final ByteToMessageDecoder decoder;
  private ChannelHandlerContext context;
  private boolean held;
  private boolean discarding;
  private long discardedBytes;
  private long discardedNanos;
  private long sinceNanos;

  public InboundFlow(ByteToMessageDecoder decoder) {
    this.decoder = decoder;
  }

  /** The decoder was added to a pipeline. */
  public void attach(ChannelHandlerContext ctx) {
    context = ctx;
  }

  /** Whether the bytes are to be decoded; otherwise they stay, or are discarded here. */
  public boolean admits(ByteBuf in) {
    if (discarding) {
      discardedNanos = System.nanoTime();
      discardedBytes += in.readableBytes();
      in.skipBytes(in.readableBytes());
      if (discardedBytes > DISCARDED_BYTES_MAX) {
        context.close();
      }
    }
    return !discarding && !held;
  }

  /** The first byte of a request has arrived. */
  public void begun() {
    sinceNanos = System.nanoTime() | 1;
  }

  /** A request has arrived whole; the next one is new. */
  public void ended() {
    sinceNanos = 0;
  }

  /** When the first byte of the request that is arriving came, or 0 if none is. */
  public long sinceNanos() {
    return sinceNanos;
  }

  /** Stops decoding; to be called between requests. */
  void hold() {
    held = true;
    sinceNanos = 0;
  }

  boolean isHeld() {
    return held;
  }

  /** Resumes with what has arrived. */
  void release() throws Exception {
    held = false;
    decoder.channelRead(context, Unpooled.EMPTY_BUFFER);
  }

  /** From now on discards what comes. */
  public void discard() {
    discarding = true;
    discardedNanos = System.nanoTime();
    sinceNanos = 0;
  }

  /** When bytes were last discarded. */
  long discardedNanos() {
    return discardedNanos;
  }
}
