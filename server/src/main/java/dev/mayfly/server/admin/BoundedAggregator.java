package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.transfer.Frame;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.Semaphore;

/**
 * Makes whole requests of parts, and answers those that are too large like any other error. Only
 * imports may be larger than a few pages, and only a few connections at a time.
 */
final class BoundedAggregator extends HttpObjectAggregator {
  /** How many connections may hold large bodies at a time. */
  static final int LARGE_MAX = 4;

  private static final int BODY_BYTES_MAX = 262_144;

  private final Semaphore large;
  private long received;
  private long limit = BODY_BYTES_MAX;
  private boolean mayBeLarge;
  private boolean holding;
  private boolean refused;

  /**
   * @param large the permits of all connections
   */
  BoundedAggregator(Semaphore large) {
    super(Frame.BYTES_MAX, true);
    this.large = requireNonNull(large, "large");
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
    if (message instanceof HttpRequest request) {
      // The one before it is answered: there is one at a time.
      release();
      received = 0;
      limit = BODY_BYTES_MAX;
      mayBeLarge = TransferRoutes.isLarge(request.method().name(), request.uri());
    }
    if (message instanceof HttpContent content && !refused) {
      received += content.content().readableBytes();
      if (received > limit && mayBeLarge && !holding && large.tryAcquire()) {
        holding = true;
        limit = Frame.BYTES_MAX;
      }
      if (received > limit) {
        refused = true;
        AdminHandler.write(ctx, refusal(), false);
      }
    }
    if (refused) {
      ReferenceCountUtil.release(message);
    } else {
      super.channelRead(ctx, message);
    }
  }

  private AdminResponse refusal() {
    return mayBeLarge && !holding
        ? AdminResponse.error(503, "other large imports are running; try again")
        : AdminResponse.error(
            413, "the request's body is larger than " + limit + " bytes; send less");
  }

  @Override
  protected boolean isContentLengthInvalid(HttpMessage start, int maxContentLength) {
    return super.isContentLengthInvalid(start, mayBeLarge ? maxContentLength : BODY_BYTES_MAX);
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
    limit = mayBeLarge ? Frame.BYTES_MAX : BODY_BYTES_MAX;
    String message = "the request's body is larger than " + limit + " bytes; send less";
    AdminHandler.write(ctx, AdminResponse.error(413, message), false);
  }

  private void release() {
    if (holding) {
      holding = false;
      large.release();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) throws Exception {
    release();
    super.handlerRemoved(ctx);
  }
}
