package dev.mayfly.server.admin;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;

/** Makes whole requests of parts, and answers those that are too large like any other error. */
final class BoundedAggregator extends HttpObjectAggregator {
  private static final int BODY_BYTES_MAX = 262_144;

  BoundedAggregator() {
    super(BODY_BYTES_MAX, true);
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
    String message = "the request's body is larger than " + BODY_BYTES_MAX + " bytes; send less";
    AdminHandler.write(ctx, AdminResponse.error(413, message), false);
  }
}
