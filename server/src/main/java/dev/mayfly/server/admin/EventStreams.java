package dev.mayfly.server.admin;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends server-sent events to the clients that follow some. One thread asks all sources many times
 * a second, while there are any. A client gets more when it has taken what it was sent, so that a
 * slow one holds one part only; the times of its connection end it when it takes nothing.
 */
final class EventStreams implements AutoCloseable {
  static final int STREAMS_MAX = 32;

  private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);
  private static final long PERIOD_MILLIS = 20;
  private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** Says that the connection works, and how long to wait before a new attempt when it ends. */
  private static final String HELLO = "retry: 1000\n\n";

  private static final String HEARTBEAT = ":\n\n";

  private final List<Stream> streams = new CopyOnWriteArrayList<>();
  private ScheduledThreadPoolExecutor thread;
  private ScheduledFuture<?> asking;
  private boolean closed;

  private static final class Stream {
    final ChannelHandlerContext context;
    final EventSource source;
    volatile boolean sending;
    long sentNanos;

    Stream(ChannelHandlerContext context, EventSource source) {
      this.context = context;
      this.source = source;
    }
  }

  boolean isFull() {
    return streams.size() >= STREAMS_MAX;
  }

  /** Sends what a source has from now on, after the head of an answer that was written. */
  synchronized void add(ChannelHandlerContext context, EventSource source) {
    Stream stream = new Stream(context, source);
    if (closed) {
      end(stream, "the server is stopping");
      return;
    }
    streams.add(stream);
    send(stream, HELLO);
    if (asking == null) {
      if (thread == null) {
        thread =
            new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("mayfly-events", true));
        thread.setRemoveOnCancelPolicy(true);
      }
      asking = thread.scheduleWithFixedDelay(this::askAll, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void askAll() {
    for (Stream stream : streams) {
      if (!stream.context.channel().isActive()) {
        remove(stream);
      } else if (!stream.sending) {
        ask(stream);
      }
    }
  }

  private void ask(Stream stream) {
    try {
      String events = stream.source.next();
      if (!events.isEmpty()) {
        send(stream, events);
      } else if (System.nanoTime() - stream.sentNanos > HEARTBEAT_NANOS) {
        send(stream, HEARTBEAT);
      }
    } catch (RuntimeException e) {
      LOG.debug("a stream of events ends: {}", e.toString());
      remove(stream);
      end(stream, e.getMessage());
    }
  }

  private synchronized void remove(Stream stream) {
    streams.remove(stream);
    stream.source.close();
    if (streams.isEmpty() && asking != null) {
      asking.cancel(false);
      asking = null;
    }
  }

  private static void send(Stream stream, String text) {
    stream.sending = true;
    stream.sentNanos = System.nanoTime();
    stream
        .context
        .writeAndFlush(content(text))
        .addListener(ChannelFutureListener.CLOSE_ON_FAILURE)
        .addListener(sent -> stream.sending = false);
  }

  private static void end(Stream stream, String why) {
    String last = "event: end\ndata: " + Json.object(Map.of("error", String.valueOf(why))) + "\n\n";
    stream.context.write(content(last));
    stream
        .context
        .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
        .addListener(ChannelFutureListener.CLOSE);
  }

  private static DefaultHttpContent content(String text) {
    return new DefaultHttpContent(Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Ends all streams. */
  @Override
  public synchronized void close() {
    closed = true;
    if (thread != null) {
      thread.shutdownNow();
    }
    for (Stream stream : streams) {
      end(stream, "the server is stopping");
      stream.source.close();
    }
    streams.clear();
  }
}
