package dev.mayfly.net.port;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last handler in the pipeline of a connection, as far as protocols do not differ. */
public abstract class ConnectionHandler extends ChannelInboundHandlerAdapter
    implements PortConnection {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

  private ChannelHandlerContext context;

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  protected final ChannelHandlerContext context() {
    return context;
  }

  protected final boolean isOnEventLoop() {
    return context.executor().inEventLoop();
  }

  /**
   * Runs a task on the connection's event loop. From any thread.
   *
   * @return false if the loop has ended, and with it the connection
   */
  public final boolean execute(Runnable task) {
    try {
      context.executor().execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("{} is closed: its event loop has ended", context.channel());
      return false;
    }
  }

  /**
   * Runs a task on the connection's event loop after the other connections of the loop have been
   * served: what a connection resumes again and again must not keep them waiting. An event loop
   * runs many tasks of {@link #execute} before it looks at its sockets, but a scheduled one only
   * once between two looks. Only from the event loop.
   */
  protected final void executeAfterOthers(Runnable task) {
    try {
      context.executor().schedule(task, 0, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("{} is closed: its event loop has ended", context.channel());
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException || cause.getCause() instanceof IOException) {
      LOG.debug("{} is lost: {}", ctx.channel(), cause.getMessage());
    } else {
      LOG.warn("{} is closed after a failure", ctx.channel(), cause);
    }
    ctx.close();
  }

  @Override
  public String toString() {
    return context.channel().toString();
  }
}
