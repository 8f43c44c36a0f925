package dev.mayfly.server.admin;

import static io.netty.channel.ChannelFutureListener.CLOSE;
import static io.netty.channel.ChannelFutureListener.CLOSE_ON_FAILURE;
import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns HTTP into {@link AdminRequest}s and {@link AdminResponse}s into HTTP. */
final class AdminHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(AdminHandler.class);

  private final Routes routes;
  private final AdminWorkers workers;
  private final EventStreams streams;
  private final AdminTimes times;
  private boolean streaming;

  AdminHandler(Routes routes, AdminWorkers workers, EventStreams streams, AdminTimes times) {
    this.routes = requireNonNull(routes, "routes");
    this.workers = requireNonNull(workers, "workers");
    this.streams = requireNonNull(streams, "streams");
    this.times = requireNonNull(times, "times");
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest http) {
    if (!ctx.channel().isActive()) {
      // What was left of a request when its client closed the connection.
      return;
    }
    if (streaming) {
      // Events are the last answer of a connection.
      ctx.close();
      return;
    }
    // One request at a time: the next is read when this is answered, so that answers keep order.
    ctx.channel().config().setAutoRead(false);
    times.requested();
    boolean keepAlive = HttpUtil.isKeepAlive(http);
    AdminRequest request;
    try {
      Optional<AdminResponse> refused = refusal(http);
      if (refused.isPresent()) {
        write(ctx, refused.get(), false);
        return;
      }
      request = request(http);
    } catch (IllegalArgumentException e) {
      write(ctx, AdminResponse.error(400, "the address can't be read: " + http.uri()), false);
      return;
    }
    try {
      workers.execute(request.path(), () -> answer(ctx, request, keepAlive));
    } catch (RejectedExecutionException e) {
      write(ctx, AdminResponse.error(503, "too many requests are waiting; try again"), false);
    }
  }

  private static AdminRequest request(FullHttpRequest http) {
    QueryStringDecoder uri = new QueryStringDecoder(http.uri());
    Map<String, String> headers = new HashMap<>();
    for (Map.Entry<String, String> header : http.headers()) {
      headers.putIfAbsent(header.getKey().toLowerCase(Locale.ROOT), header.getValue());
    }
    // Decoding the whole path finds out whether its parts can be decoded.
    uri.path();
    return new AdminRequest(
        http.method().name(),
        uri.rawPath(),
        uri.parameters(),
        headers,
        ByteBufUtil.getBytes(http.content()),
        System.nanoTime(),
        Grant.NONE);
  }

  private void answer(ChannelHandlerContext ctx, AdminRequest request, boolean keepAlive) {
    AdminResponse response = routes.answer(request);
    ctx.executor().execute(() -> send(ctx, response, keepAlive));
  }

  private void send(ChannelHandlerContext ctx, AdminResponse answer, boolean keepAlive) {
    if (answer.events() == null) {
      write(ctx, answer, keepAlive);
    } else if (streams.isFull()) {
      write(
          ctx,
          AdminResponse.error(
              503, "at most " + EventStreams.STREAMS_MAX + " clients can follow events at a time"),
          false);
    } else {
      streaming = true;
      times.streaming();
      var head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      setHeaders(head, answer);
      HttpUtil.setTransferEncodingChunked(head, true);
      HttpUtil.setKeepAlive(head, false);
      ctx.write(head);
      // A client that leaves is noticed by reading on.
      ctx.channel().config().setAutoRead(true);
      streams.add(ctx, answer.events());
    }
  }

  private static void setHeaders(HttpResponse http, AdminResponse answer) {
    http.headers()
        .set(HttpHeaderNames.CONTENT_TYPE, answer.contentType())
        .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
        .set("X-Content-Type-Options", "nosniff");
    answer.headers().forEach(http.headers()::set);
  }

  private static Optional<AdminResponse> refusal(FullHttpRequest http) {
    if (http.decoderResult().isFailure()) {
      return Optional.of(
          AdminResponse.error(
              400, "this is not HTTP as expected: " + http.decoderResult().cause().getMessage()));
    }
    HttpHeaders headers = http.headers();
    if (headers.getAll(HttpHeaderNames.HOST).size() > 1) {
      return Optional.of(AdminResponse.error(400, "the header Host comes more than once"));
    }
    return SameOriginGuard.refusal(
            http.method().name(),
            headers.get(HttpHeaderNames.HOST),
            headers.get(HttpHeaderNames.ORIGIN),
            headers.get("Sec-Fetch-Site"))
        .map(message -> AdminResponse.error(403, message));
  }

  /** Sends an answer, then reads the next request or closes. */
  static void write(ChannelHandlerContext ctx, AdminResponse answer, boolean keepAlive) {
    var http =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            Unpooled.wrappedBuffer(answer.body()));
    setHeaders(http, answer);
    HttpUtil.setContentLength(http, http.content().readableBytes());
    HttpUtil.setKeepAlive(http, keepAlive);
    ctx.writeAndFlush(http)
        .addListener(
            future -> {
              if (keepAlive && future.isSuccess()) {
                ctx.channel().config().setAutoRead(true);
              }
            })
        .addListener(keepAlive ? CLOSE_ON_FAILURE : CLOSE);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof IOException || cause instanceof PrematureChannelClosureException) {
      LOG.debug("an admin connection ended: {}", cause.toString());
    } else {
      LOG.warn("an admin connection failed and was closed", cause);
    }
    ctx.close();
  }
}
