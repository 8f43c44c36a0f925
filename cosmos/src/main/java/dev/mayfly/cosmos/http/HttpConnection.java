package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.ResponseEncoder.Connection;
import dev.mayfly.net.ByteBudget;
import dev.mayfly.net.ConnectionLimits;
import dev.mayfly.net.work.ClientConnection;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: takes its requests one after the other, hands them on, and writes the answers in
 * the same order. Everything here happens on the connection's own network thread.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

  private final HttpPort port;
  private final RequestDecoder decoder;
  private final ConnectionLimits.Place place;
  private final ByteBudget.Share bodies;
  private final ConnectionTimes times;
  private final UnsentAnswers unsent;
  private final AnswerQueue answers;
  private final ClientConnection source = new ClientConnection();
  private final Runnable flushing = this::flushNow;
  private final Runnable resuming = this::resumeIfHeld;
  private ChannelHandlerContext context;
  private EventExecutor thread;
  private ScheduledFuture<?> watch;
  private boolean secure;

  /** The request that is arriving; null between requests. Other threads look at it too. */
  private volatile IncomingRequest incoming;

  /** In a burst of reads: what is written is flushed at its end. */
  private boolean reading;

  private boolean flushPlanned;
  private boolean resumePlanned;

  /** No further request will be taken; after the last answer the connection ends. */
  private boolean ending;

  /** The last answer is being written. */
  private boolean ended;

  /** The connection is lost. */
  private boolean gone;

  /** The client is still sending what nobody will read. */
  private boolean deaf;

  /**
   * @param bodies the memory that the bodies of its requests may take
   */
  HttpConnection(
      HttpPort port,
      RequestDecoder decoder,
      ConnectionLimits.Place place,
      ByteBudget.Share bodies) {
    this.port = requireNonNull(port, "port");
    this.decoder = requireNonNull(decoder, "decoder");
    this.place = requireNonNull(place, "place");
    this.bodies = requireNonNull(bodies, "bodies");
    this.times = new ConnectionTimes(port.limits(), decoder, place);
    this.unsent = new UnsentAnswers(port);
    this.answers = new AnswerQueue(port, unsent);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    thread = ctx.executor();
    long period = port.watchPeriodNanos();
    watch = thread.scheduleWithFixedDelay(this::watch, period, period, TimeUnit.NANOSECONDS);
  }

  /** Its bytes are encrypted. */
  void secured() {
    secure = true;
  }

  boolean isOwnThread() {
    return thread.inEventLoop();
  }

  void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("The port is closed: nobody is there to be answered.");
    }
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
    incoming = new IncomingRequest(request, secure, port.localHost());
    CosmosException refusal = RequestHead.malformed(request.decoderResult());
    if (refusal == null) {
      refusal = RequestHead.ambiguous(request);
    }
    if (refusal != null) {
      refuse(refusal);
    } else if (request.protocolVersion().majorVersion() != 1) {
      // Another protocol: there is no answer that its clients would understand.
      ending = true;
      decoder.discard();
      endIfDone();
    } else if (incoming.announcedBytes() > port.limits().bodyBytesMax()) {
      refuse(tooLarge());
    } else {
      admit();
    }
  }

  /** Decides from the head of a request whether its body is read. */
  private void admit() {
    try {
      if (incoming.admit(port, bodies).authenticated() && !place.isAuthenticated()) {
        place.authenticated();
        context.channel().config().setWriteBufferWaterMark(HttpPort.UNREAD_ANSWERS);
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
    Turn turn = new Turn(this, head.activityId(), after, incoming.isHead(), 0);
    incoming.markAnswered();
    answers.add(turn);
    turn.accept(Failures.response(head, failure));
  }

  private void answerExpectation() {
    String expected = incoming.expectation();
    if (expected == null) {
      return;
    }
    if (!expected.equalsIgnoreCase("100-continue")) {
      refuse(new CosmosException(417, "The expectation '" + expected + "' can't be met."));
    } else if (incoming.hasBody()) {
      answers.add(Turn.goAhead(this));
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
    if (size > 0 && !incoming.isAnswered()) {
      BodyBuffer body = incoming.body();
      if (body.length() + size > port.limits().bodyBytesMax()) {
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
  BodyBuffer arrivingBody() {
    IncomingRequest request = incoming;
    return request == null ? null : request.body();
  }

  /** The memory of a body was given to others before all of it had arrived. */
  void evicted(BodyBuffer body) {
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
    decoder.ended();
    place.requested();
    if (!request.isAnswered()) {
      Request whole = request.whole();
      Turn turn =
          new Turn(
              this,
              whole.activityId(),
              RequestHead.connection(request.http()),
              request.isHead(),
              request.takenBytes());
      answers.add(turn);
      if (turn.isLast()) {
        ending = true;
        decoder.discard();
      }
      SocketAddress address = context.channel().remoteAddress();
      request.admitted().handler().accept(new Exchange(whole, turn, source, address));
    }
    holdIfBusy();
  }

  /** Answers a request that can't be read to its end, unless it has its answer; takes no other. */
  private void endOrRefuse(CosmosException refusal) {
    if (incoming != null && incoming.isAnswered()) {
      incoming = null;
      ending = true;
      deaf = true;
      decoder.discard();
      endIfDone();
    } else {
      refuse(refusal);
    }
  }

  /** Answers a request that can't be read to its end, and takes no other. */
  private void refuse(Throwable failure) {
    IncomingRequest request = incoming;
    Turn turn = new Turn(this, request.head().activityId(), Connection.CLOSE, request.isHead(), 0);
    incoming = null;
    request.release();
    ending = true;
    deaf = request.hasBody();
    decoder.discard();
    answers.add(turn);
    turn.accept(Failures.response(request.head(), failure));
  }

  /** What a request's body took may be used for others. */
  void giveBackBody(int bytes) {
    bodies.giveBack(bytes);
  }

  /** An answer is there; it is written if it is its turn. */
  void answered(Turn turn) {
    if (!gone && !unsent.isGivenUp()) {
      unsent.add(turn);
      writeReady();
    }
  }

  /** Writes the answers whose turn it is. */
  private void writeReady() {
    if (!answers.writeReady(context, secure, resuming)) {
      return;
    }
    ending |= answers.isLastWritten();
    times.answered();
    if (!reading) {
      planFlush();
    }
    resumeIfHeld();
    endIfDone();
  }

  private void resumeIfHeld() {
    if (decoder.isHeld()) {
      planResume();
    }
  }

  /** The bytes of its large answers that its client has not taken; from any thread. */
  long unsentBytes() {
    return unsent.bytes();
  }

  /** Ends the connection, from any thread. */
  void cut() {
    unsent.giveUp();
    LOG.debug("{} leaves too much unread: closed", context.channel());
    // Not through TLS, which would first try to say goodbye to somebody who does not listen.
    execute(() -> context.channel().unsafe().close(context.channel().voidPromise()));
  }

  /** Answers that come together from other threads are flushed together. */
  private void planFlush() {
    if (!flushPlanned) {
      flushPlanned = true;
      execute(flushing);
    }
  }

  private void flushNow() {
    flushPlanned = false;
    context.flush();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    reading = false;
    ctx.flush();
  }

  /** Lets a client wait that has enough to do with the answers that it has asked for. */
  private void holdIfBusy() {
    if (!ending && incoming == null && isBusy() && !decoder.isHeld()) {
      decoder.hold();
      context.channel().config().setAutoRead(false);
    }
  }

  private boolean isBusy() {
    return answers.isFull()
        || bodies.held() > port.limits().connectionBodiesBytesMax() - port.limits().bodyBytesMax()
        || unsent.bytes() > UnsentAnswers.BYTES_MAX
        || !context.channel().isWritable();
  }

  private void planResume() {
    if (!resumePlanned) {
      resumePlanned = true;
      execute(this::resume);
    }
  }

  private void resume() {
    resumePlanned = false;
    if (!decoder.isHeld() || isBusy() || !context.channel().isActive()) {
      return;
    }
    reading = true;
    try {
      decoder.release();
    } catch (Exception e) {
      exceptionCaught(context, e);
    }
    reading = false;
    context.flush();
    if (!decoder.isHeld()) {
      context.channel().config().setAutoRead(true);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      planResume();
    } else {
      holdIfBusy();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
      // The client has said all that it will; it may still listen.
      ending = true;
      deaf = false;
      if (times.isLingering()) {
        ctx.close();
      } else {
        endIfDone();
      }
    }
  }

  /** Ends the connection if nothing is left to be answered. */
  private void endIfDone() {
    if (ending && answers.isEmpty() && !ended) {
      ended = true;
      context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> end());
    }
  }

  private void end() {
    if (!deaf) {
      context.close();
      return;
    }
    // Closing now would make the system drop the answer: bytes are there that nobody has read.
    times.linger();
    context.channel().config().setAutoRead(true);
    // TLS has no way to close one direction that all clients understand: they just wait a moment.
    if (!secure && context.channel() instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    }
  }

  /** The port closes: answers what was asked and then ends. */
  void endSoon() {
    if (incoming == null) {
      ending = true;
      decoder.discard();
      endIfDone();
    }
  }

  /** Looks now and then whether anything takes too long. */
  private void watch() {
    long now = System.nanoTime();
    long stalledSince = unsent.stalledSinceNanos(context.channel(), now);
    switch (times.judge(now, stalledSince, !answers.isEmpty())) {
      case CLOSE -> {
        LOG.debug("{} is closed: a time limit is over", context.channel());
        context.close();
      }
      case REFUSE -> timeOut();
      case WAIT -> {}
    }
  }

  private void timeOut() {
    if (incoming == null) {
      incoming = new IncomingRequest(RequestHead.UNKNOWN, secure, port.localHost());
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

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    watch.cancel(false);
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
}
