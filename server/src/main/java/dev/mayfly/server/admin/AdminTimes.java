package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.port.PortConnection;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;

/** Closes a connection that sends or reads too slowly, or is idle for too long. */
final class AdminTimes extends ChannelDuplexHandler implements PortConnection {
  /**
   * @param request from its first byte to its last, and until the first
   * @param idle between requests
   * @param answer from its first byte to its last
   */
  record Limits(Duration request, Duration idle, Duration answer) {
    static final Limits DEFAULT =
        new Limits(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofSeconds(30));
  }

  private final Limits limits;
  private final ConnectionLimits.Place place;
  private ChannelHandlerContext context;
  private long requestSinceNanos;
  private long answerSinceNanos;
  private int unsentParts;
  private boolean answering;
  private boolean streaming;
  private boolean shuttingDown;

  AdminTimes(Limits limits, ConnectionLimits.Place place) {
    this.limits = requireNonNull(limits, "limits");
    this.place = requireNonNull(place, "place");
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object bytes) {
    if (requestSinceNanos == 0 && !answering) {
      requestSinceNanos = System.nanoTime() | 1;
    }
    ctx.fireChannelRead(bytes);
  }

  /** A request has arrived whole. */
  void requested() {
    requestSinceNanos = 0;
    answering = true;
    place.requested();
  }

  /** From now on parts of an answer follow one another until the connection is closed. */
  void streaming() {
    streaming = true;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object bytes, ChannelPromise promise) {
    if (unsentParts++ == 0) {
      answerSinceNanos = System.nanoTime() | 1;
    }
    ctx.write(
        bytes,
        promise
            .unvoid()
            .addListener(
                written -> {
                  // An answer may be written in several parts.
                  if (--unsentParts == 0) {
                    answerSinceNanos = 0;
                    answering = streaming;
                    closeIfDone();
                  }
                }));
  }

  @Override
  public void shutDown() {
    shuttingDown = true;
    closeIfDone();
  }

  private void closeIfDone() {
    if (shuttingDown && !answering) {
      context.close();
    }
  }

  @Override
  public void checkTimeouts(long now) {
    if (answering) {
      // A long backup is not an idle connection.
      place.active();
    }
    if (isOver(requestSinceNanos, limits.request(), now)
        || isOver(answerSinceNanos, limits.answer(), now)
        || !answering && place.isLate()) {
      context.close();
    }
  }

  private static boolean isOver(long since, Duration most, long now) {
    return since != 0 && now - since > most.toNanos();
  }
}
