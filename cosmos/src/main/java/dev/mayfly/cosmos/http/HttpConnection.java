package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.ResponseEncoder.Connection;
import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.port.ListeningPort;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: takes its requests one after the other, hands them on, and writes the answers in
 * the same order. Everything here happens on the connection's own network thread.
 */
final class HttpConnection extends PipelinedConnection {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

  private final HttpPort port;
  private final ConnectionTimes times;
  private final ResponseQueue answers;
  private final Runnable resuming = this::resumeIfHeld;
  private String localHost;
  private boolean secure;

  /** The request that is arriving; null between requests. Read by other threads too. */
  private volatile IncomingRequest incoming;

  /** The client is still sending a request that was refused. */
  private boolean inputUnread;

  /**
   * @param bodies the memory that the bodies of its requests may take
   * @param unread the memory that its large answers may take until they are sent
   */
  HttpConnection(
      HttpPort port,
      ListeningPort listening,
      InboundFlow inbound,
      ConnectionLimits.Place place,
      ByteBudget.Share bodies,
      ByteBudget.Share unread) {
    super(listening, inbound, place, bodies, unread, port.limits());
    this.port = requireNonNull(port, "port");
    this.times = new ConnectionTimes(port.limits(), inbound, place);
    this.answers = new ResponseQueue(listening, this.unread, port.limits().pipelinedMax());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    super.handlerAdded(ctx);
    localHost = "localhost:" + ((InetSocketAddress) ctx.channel().localAddress()).getPort();
  }

  @Override
  public void secured(SslHandler handler) {
    secure = true;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    reading = true;
    try {
      if (!ending) {
        if (message instanceof HttpRequest request) {
          begin(request);
        }
        if (!ending && message instanceof HttpContent content) {
          append(content);
        }
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(HttpRequest request) {
    incoming = new IncomingRequest(request, secure, localHost);
    CosmosException refusal = RequestHead.malformed(request.decoderResult());
    if (refusal == null) {
      refusal = RequestHead.ambiguous(request);
    }
    if (refusal != null) {
      refuse(refusal);
    } else if (request.protocolVersion().majorVersion() != 1) {
      // Another protocol: there is no answer that its clients would understand.
      ending = true;
      inbound.discard();
      endIfDone();
    } else if (incoming.announcedBytes() > port.limits().sizes().bodyBytesMax()) {
      refuse(tooLarge());
    } else {
      admit();
    }
  }

  /** Decides from the head of a request whether its body is read. */
  private void admit() {
    try {
      if (incoming.admit(port, listening.connections(), bodies).authenticated()
          && !place.isAuthenticated()) {
        place.authenticated();
        context().channel().config().setWriteBufferWaterMark(HttpPort.UNREAD_ANSWERS);
      }
    } catch (RuntimeException | Error e) {
      answerFromHead(e);
      return;
    }
    answerExpectation();
  }

  /** Answers a request that is refused before its body has arrived. */
  private void answerFromHead(Throwable failure) {
    if (!incoming.isSkippable()) {
      refuse(failure);
      return;
    }
    Request head = incoming.head();
    Connection after = RequestHead.connection(incoming.http());
    PendingResponse answer =
        new PendingResponse(this, head.activityId(), after, incoming.isHead(), 0);
    incoming.markAnswered();
    answers.add(answer);
    answer.accept(Failures.response(head, failure));
  }

  private void answerExpectation() {
    String expected = incoming.expectation();
    if (expected == null) {
      return;
    }
    if (!expected.equalsIgnoreCase("100-continue")) {
      refuse(new CosmosException(417, "The expectation '" + expected + "' can't be met."));
    } else if (incoming.hasBody()) {
      answers.add(PendingResponse.interim(this));
      writeReady();
    }
  }

  private void append(HttpContent content) {
    CosmosException malformed = RequestHead.malformed(content.decoderResult());
    if (malformed != null) {
      endOrRefuse(malformed);
      return;
    }
    int size = content.content().readableBytes();
    if (!incoming.acceptChunk(size)) {
      endOrRefuse(
          CosmosException.badRequest(
              "The chunks of the body are too small: send larger ones, or a content-length."));
      return;
    }
    if (size > 0 && !incoming.isAnswered()) {
      BodyBuffer body = incoming.body();
      if (body.length() + size > port.limits().sizes().bodyBytesMax()) {
        refuse(tooLarge());
        return;
      } else if (!body.append(content.content())) {
        refuse(new CosmosException(503, "Too many large requests at once: try again."));
        return;
      }
    }
    if (content instanceof LastHttpContent) {
      complete();
    }
  }

  /** The body that is arriving, or null; from any thread. */
  private BodyBuffer arrivingBody() {
    IncomingRequest request = incoming;
    return request == null ? null : request.body();
  }

  @Override
  public SlowRequest slowRequest(long now) {
    BodyBuffer body = arrivingBody();
    long bytesPerSecond = body == null ? -1 : body.slowness(now);
    return bytesPerSecond < 0 ? null : new SlowRequest(bytesPerSecond, () -> evict(body));
  }

  private boolean evict(BodyBuffer body) {
    if (!body.evict()) {
      return false;
    }
    execute(() -> evicted(body));
    return true;
  }

  /** The memory of a body was given to others before all of it had arrived. */
  private void evicted(BodyBuffer body) {
    if (arrivingBody() == body) {
      refuse(
          new CosmosException(
              408, "The request arrived so slowly that its memory was given to others."));
    }
  }

  private static CosmosException tooLarge() {
    return CosmosException.errors(413, 0, "Request size is too large");
  }

  /** A request has arrived whole. */
  private void complete() {
    IncomingRequest request = incoming;
    if (!request.complete()) {
      evicted(request.body());
      return;
    }
    incoming = null;
    inbound.ended();
    if (!request.isAnswered()) {
      Request whole = request.whole();
      PendingResponse answer =
          new PendingResponse(
              this,
              whole.activityId(),
              RequestHead.connection(request.http()),
              request.isHead(),
              request.takenBytes());
      answers.add(answer);
      if (answer.isLast()) {
        ending = true;
        inbound.discard();
      }
      SocketAddress address = context().channel().remoteAddress();
      request
          .admitted()
          .handler()
          .accept(new Exchange(whole, answer, source, address, AnswerTime.HTTP));
    }
    holdIfBusy();
  }

  /** Answers a request that can't be read to its end, unless it has its answer; takes no other. */
  private void endOrRefuse(CosmosException refusal) {
    if (incoming != null && incoming.isAnswered()) {
      incoming = null;
      ending = true;
      inputUnread = true;
      inbound.discard();
      endIfDone();
    } else {
      refuse(refusal);
    }
  }

  /** Answers a request that can't be read to its end, and takes no other. */
  private void refuse(Throwable failure) {
    IncomingRequest request = incoming;
    PendingResponse answer =
        new PendingResponse(
            this, request.head().activityId(), Connection.CLOSE, request.isHead(), 0);
    incoming = null;
    request.release();
    ending = true;
    inputUnread = request.hasBody();
    inbound.discard();
    answers.add(answer);
    answer.accept(Failures.response(request.head(), failure));
  }

  /** An answer is there; it is written when those before it are. */
  void answered(PendingResponse answer) {
    if (!gone && !unread.isAbandoned()) {
      answers.count(answer);
      writeReady();
    }
  }

  /** Writes the answers whose turn it is. */
  private void writeReady() {
    if (!answers.writeReady(context(), secure, resuming)) {
      return;
    }
    ending |= answers.isLastWritten();
    times.answered();
    planFlush();
    resumeIfHeld();
    endIfDone();
  }

  @Override
  protected boolean isReceiving() {
    return incoming != null;
  }

  @Override
  protected boolean isFull() {
    return answers.isFull();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
      // The client has said all that it will; it may still listen.
      ending = true;
      inputUnread = false;
      if (times.isLingering()) {
        ctx.close();
      } else {
        endIfDone();
      }
    }
  }

  @Override
  protected void endIfDone() {
    if (ending && answers.isEmpty() && !ended) {
      ended = true;
      context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> end());
    }
  }

  private void end() {
    if (!inputUnread) {
      context().close();
      return;
    }
    // Closing now would make the system drop the answer: there are bytes that were not read.
    times.linger();
    context().channel().config().setAutoRead(true);
    // TLS has no way to close one direction that all clients understand: they just wait a moment.
    if (!secure && context().channel() instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    }
  }

  @Override
  public void checkTimeouts(long now) {
    long stalledSince = unread.stalledSinceNanos(context().channel(), now);
    switch (times.judge(now, stalledSince, !answers.isEmpty())) {
      case CLOSE -> {
        LOG.debug("{} is closed: a time limit is over", context().channel());
        context().close();
      }
      case REFUSE -> timeOut();
      case WAIT -> {}
    }
  }

  private void timeOut() {
    if (incoming == null) {
      incoming = new IncomingRequest(RequestHead.UNKNOWN, secure, localHost);
    }
    endOrRefuse(new CosmosException(408, "The request did not arrive in time."));
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ending = true;
    gone = true;
    source.close();
    answers.drop();
    if (incoming != null) {
      incoming.release();
      incoming = null;
    }
  }
}
