package dev.mayfly.cosmos.direct;

import dev.mayfly.cosmos.http.InboundFlow;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts the bytes of a connection into frames: a {@link RequestFrame}, and then the bytes of its
 * payload as they come. A payload is never collected here, so that it can be refused by its head.
 */
final class FrameDecoder extends ByteToMessageDecoder {
  private static final int LENGTH_BYTES = 4;

  private final InboundFlow flow = new InboundFlow(this);
  private int headBytesMax;
  private RequestFrame frame;
  private int payloadBytes;

  /**
   * @param headBytesMax for a frame without its payload
   */
  FrameDecoder(int headBytesMax) {
    this.headBytesMax = headBytesMax;
  }

  InboundFlow flow() {
    return flow;
  }

  void setHeadBytesMax(int max) {
    headBytesMax = max;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    flow.attach(ctx);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (!flow.admits(in)) {
      return;
    }
    if (flow.sinceNanos() == 0 && in.isReadable()) {
      flow.begun();
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
}
