package dev.mayfly.server.admin;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.ConnectionLimits;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Closes a connection that sends or reads too slowly, or is idle for too long. */
final class AdminTimes extends ChannelDuplexHandler {
  /**
   * @param request from its first byte to its last, and until the first
   * @param idle between requests
   * @param answer from its first byte to its last
   */
  record Limits(Duration request, Duration idle, Duration answer) {
    static final Limits DEFAULT =
        new Limits(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofSeconds(30));

    private long periodNanos() {
      long shortest = Math.min(request.toNanos(), Math.min(idle.toNanos(), answer.toNanos()));
      return Math.min(shortest / 4, TimeUnit.SECONDS.toNanos(1));
    }
  }

  private final Limits limits;
  private final ConnectionLimits.Place place;
  private Future<?> watch;
  private long requestSinceNanos;
  private long answerSinceNanos;
  private int unsentParts;
  private boolean answering;

  AdminTimes(Limits limits, ConnectionLimits.Place place) {
    this.limits = requireNonNull(limits, "limits");
    this.place = requireNonNull(place, "place");
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    long period = limits.periodNanos();
    watch =
        ctx.executor()
            .scheduleWithFixedDelay(() -> watch(ctx), period, period, TimeUnit.NANOSECONDS);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    watch.cancel(false);
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
                    answering = false;
                  }
                }));
  }

  private void watch(ChannelHandlerContext ctx) {
    long now = System.nanoTime();
    if (answering) {
      // A long backup is not an idle connection.
      place.active();
    }
    if (isOver(requestSinceNanos, limits.request(), now)
        || isOver(answerSinceNanos, limits.answer(), now)
        || !answering && place.isLate()) {
      ctx.close();
    }
  }

  private static boolean isOver(long since, Duration most, long now) {
    return since != 0 && now - since > most.toNanos();
  }
}
