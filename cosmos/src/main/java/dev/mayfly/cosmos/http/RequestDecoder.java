package dev.mayfly.cosmos.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.util.List;

/** Takes requests out of the bytes of one connection. */
final class RequestDecoder extends HttpRequestDecoder {
  private static final int CHUNK_BYTES = 64 << 10;

  private final InboundFlow flow = new InboundFlow(this);

  RequestDecoder(HttpLimits limits) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(limits.sizes().lineBytesMax())
            .setMaxHeaderSize(limits.sizes().headersBytesMax())
            .setMaxChunkSize(CHUNK_BYTES));
  }

  InboundFlow flow() {
    return flow;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
    flow.attach(ctx);
    super.handlerAdded(ctx);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    if (flow.admits(in)) {
      if (flow.sinceNanos() == 0 && isBeginning(in)) {
        flow.begun();
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
}
