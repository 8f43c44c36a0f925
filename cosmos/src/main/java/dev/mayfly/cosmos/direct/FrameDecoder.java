package dev.mayfly.cosmos.direct;

import dev.mayfly.cosmos.http.PipelinedConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts the bytes of a connection into frames: a {@link RequestFrame}, and then the bytes of its
 * payload as they come. A payload is never collected here, so that it can be refused by its head.
 */
final class FrameDecoder extends ByteToMessageDecoder implements PipelinedConnection.Decoder {
  private static final int LENGTH_BYTES = 4;

  /** A client that keeps sending what is discarded is closed after so much. */
  private static final long DISCARDED_BYTES_MAX = 8 << 20;

  private ChannelHandlerContext context;
  private int headBytesMax;
  private RequestFrame frame;
  private int payloadBytes;
  private boolean held;
  private boolean discarding;
  private long discardedBytes;
  private long sinceNanos;

  /**
   * @param headBytesMax for a frame without its payload
   */
  FrameDecoder(int headBytesMax) {
    this.headBytesMax = headBytesMax;
  }

  void setHeadBytesMax(int max) {
    headBytesMax = max;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (discarding) {
      discardedBytes += in.readableBytes();
      in.skipBytes(in.readableBytes());
      if (discardedBytes > DISCARDED_BYTES_MAX) {
        ctx.close();
      }
    } else if (!held) {
      if (sinceNanos == 0 && in.isReadable()) {
        sinceNanos = System.nanoTime() | 1;
      }
      if (payloadBytes > 0) {
        ByteBuf part = in.readRetainedSlice(Math.min(payloadBytes, in.readableBytes()));
        payloadBytes -= part.readableBytes();
        out.add(part);
      } else if (frame != null) {
        readPayloadLength(in, out);
      } else {
        readHead(in, out);
      }
    }
  }

  private void readHead(ByteBuf in, List<Object> out) {
    if (in.readableBytes() < LENGTH_BYTES) {
      return;
    }
    int length = in.getIntLE(in.readerIndex());
    if (length < RequestFrame.FIXED_BYTES || length > headBytesMax) {
      throw new FrameException("a frame of " + Integer.toUnsignedString(length) + " bytes");
    }
    if (in.readableBytes() < length) {
      return;
    }
    RequestFrame read = RequestFrame.read(in.readSlice(length));
    if (read.hasPayload()) {
      frame = read;
    } else {
      out.add(read);
    }
  }

  private void readPayloadLength(ByteBuf in, List<Object> out) {
    if (in.readableBytes() < LENGTH_BYTES) {
      return;
    }
    int length = in.readIntLE();
    if (length < 0) {
      throw new FrameException("a payload of " + Integer.toUnsignedString(length) + " bytes");
    }
    frame.setPayloadBytes(length);
    out.add(frame);
    frame = null;
    payloadBytes = length;
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
    sinceNanos = 0;
  }
}
