package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.http.Admission.Admitted;
import dev.mayfly.cosmos.http.AnswerTime;
import dev.mayfly.cosmos.http.BodyBuffer;
import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Failures;
import dev.mayfly.cosmos.http.HttpPort;
import dev.mayfly.cosmos.http.PipelinedConnection;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.port.ListeningPort;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a client in direct mode: opens it with the first frame, hands requests on, and
 * writes answers as they come, in whatever order. Everything here happens on the connection's own
 * network thread.
 */
final class DirectConnection extends PipelinedConnection {
  private static final Logger LOG = LoggerFactory.getLogger(DirectConnection.class);

  /** The payload of a refused request is skipped up to this size to keep the connection. */
  private static final int SKIPPED_BYTES_MAX = 64 << 20;

  /** The same before the client has sent a request that is authorized. */
  private static final int FIRST_SKIPPED_BYTES_MAX = 64 << 10;

  /** Requests that are taken at once until it shows that their answers are small. */
  private static final int FIRST_REQUESTS = 4;

  private final DirectPort port;
  private final FrameDecoder decoder;

  /** The request that is arriving; null between requests. Read by other threads too. */
  private volatile IncomingFrame incoming;

  private boolean open;
  private int waiting;
  private int waitingMax = FIRST_REQUESTS;

  private long idleSinceNanos = System.nanoTime();

  /**
   * @param bodies the memory that the payloads of its requests may take
   * @param unread the memory that its large answers may take until they are sent
   */
  DirectConnection(
      DirectPort port,
      ListeningPort listening,
      FrameDecoder decoder,
      ConnectionLimits.Place place,
      ByteBudget.Share bodies,
      ByteBudget.Share unread) {
    super(listening, decoder.flow(), place, bodies, unread, port.limits());
    this.port = requireNonNull(port, "port");
    this.decoder = requireNonNull(decoder, "decoder");
  }

  /**
   * Answers that are flushed together get a record each. The Java SDK (up to 4.81 at least) reads
   * the tokens of an answer only after it has moved the next bytes of the same record into their
   * place: of two answers in a record it would lose the first one.
   */
  @Override
  public void secured(SslHandler handler) {
    handler.setWrapDataSize(0);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    reading = true;
    try {
      if (!ending) {
        if (message instanceof RequestFrame frame) {
          begin(frame);
        } else if (incoming != null) {
          append((ByteBuf) message);
        }
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(RequestFrame frame) {
    if (frame.isContext() == open) {
      end(open ? "it is opened twice" : "its first frame does not open it");
    } else if (!open) {
      open = true;
      place.requested();
      inbound.ended();
      context().write(ResponseFrame.context(context().alloc(), frame), context().voidPromise());
    } else if (frame.payloadBytes() > port.limits().sizes().bodyBytesMax()) {
      refuse(frame, frame.unknown(), CosmosException.errors(413, 0, "Request size is too large"));
    } else {
      admit(frame);
    }
  }

  /** Decides from the head of a request whether its payload is read. */
  private void admit(RequestFrame frame) {
    Request head = null;
    try {
      ResourcePath path = frame.path();
      head = frame.request(path);
      Admitted admitted = port.admission().admit(head, path);
      authenticated();
      int payload = frame.payloadBytes();
      BodyBuffer body =
          payload == 0 ? null : new BodyBuffer(listening.connections(), bodies, payload);
      incoming = new IncomingFrame(frame, head, admitted, body);
    } catch (RuntimeException | Error e) {
      refuse(frame, head == null ? frame.unknown() : head, e);
      return;
    }
    completeIfWhole();
  }

  private void authenticated() {
    if (!place.isAuthenticated()) {
      place.authenticated();
      decoder.setHeadBytesMax(port.limits().sizes().headersBytesMax());
      context().channel().config().setWriteBufferWaterMark(HttpPort.UNREAD_ANSWERS);
    }
  }

  /** Answers a request whose payload has not been read, and skips that. */
  private void refuse(RequestFrame frame, Request head, Throwable failure) {
    boolean skipped =
        frame.payloadBytes()
            <= (place.isAuthenticated() ? SKIPPED_BYTES_MAX : FIRST_SKIPPED_BYTES_MAX);
    incoming = skipped ? new IncomingFrame(frame, head, null, null) : null;
    if (!skipped) {
      ending = true;
      inbound.discard();
    }
    waiting++;
    new DirectAnswer(this, frame, 0).accept(Failures.response(head, failure));
    if (skipped) {
      completeIfWhole();
    }
  }

  private void append(ByteBuf part) {
    IncomingFrame request = incoming;
    request.arrived(part.readableBytes());
    if (request.body() != null && !request.body().append(part)) {
      evicted(request, new CosmosException(503, "Too many large requests at once: try again."));
      return;
    }
    completeIfWhole();
  }

  private void completeIfWhole() {
    IncomingFrame request = incoming;
    if (!request.isComplete()) {
      return;
    }
    if (request.body() != null && !request.body().complete()) {
      evicted(request, slow());
      return;
    }
    incoming = null;
    inbound.ended();
    if (request.admitted() != null) {
      waiting++;
      DirectAnswer answer = new DirectAnswer(this, request.frame(), request.takenBytes());
      request
          .admitted()
          .handler()
          .accept(
              new Exchange(
                  request.whole(),
                  answer,
                  source,
                  context().channel().remoteAddress(),
                  AnswerTime.DIRECT));
    }
    holdIfBusy();
  }

  /** Answers a request for whose payload there is no memory, and takes no other. */
  private void evicted(IncomingFrame request, CosmosException refusal) {
    incoming = null;
    request.body().evict();
    ending = true;
    inbound.discard();
    waiting++;
    new DirectAnswer(this, request.frame(), 0).accept(Failures.response(request.head(), refusal));
  }

  private static CosmosException slow() {
    return new CosmosException(
        408, "The request arrived so slowly that its memory was given to others.");
  }

  @Override
  public SlowRequest slowRequest(long now) {
    IncomingFrame request = incoming;
    BodyBuffer body = request == null ? null : request.body();
    long bytesPerSecond = body == null ? -1 : body.slowness(now);
    return bytesPerSecond < 0 ? null : new SlowRequest(bytesPerSecond, () -> evict(request));
  }

  private boolean evict(IncomingFrame request) {
    if (!request.body().evict()) {
      return false;
    }
    execute(
        () -> {
          if (incoming == request) {
            evicted(request, slow());
          }
        });
    return true;
  }

  void answered(DirectAnswer answer) {
    if (gone || unread.isAbandoned()) {
      return;
    }
    waiting--;
    idleSinceNanos = System.nanoTime();
    write(answer);
    planFlush();
    resumeIfHeld();
    endIfDone();
  }

  private void write(DirectAnswer answer) {
    int large = answer.largeBytes();
    ByteBuf bytes = answer.encode(context().alloc());
    if (large == 0) {
      waitingMax = Math.min(2 * waitingMax, port.limits().pipelinedMax());
      context().write(bytes, context().voidPromise());
      return;
    }
    waitingMax = Math.min(FIRST_REQUESTS, port.limits().pipelinedMax());
    if (!unread.add(large)) {
      listening.connections().abortUnread();
    }
    context()
        .write(bytes)
        .addListener(
            written -> {
              unread.remove(large);
              resumeIfHeld();
            });
  }

  @Override
  protected boolean isReceiving() {
    return incoming != null;
  }

  @Override
  protected boolean isFull() {
    return waiting >= waitingMax;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent || event instanceof SslCloseCompletionEvent) {
      // The client will send no more, but may still read.
      ending = true;
      release();
      endIfDone();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof FrameException || cause.getCause() instanceof FrameException) {
      end(cause.getMessage());
    } else {
      super.exceptionCaught(ctx, cause);
    }
  }

  /** Takes no further request: it is unknown where the next one begins. */
  private void end(String reason) {
    LOG.debug("{} is closed: {}", context().channel(), reason);
    ending = true;
    inbound.discard();
    release();
    endIfDone();
  }

  @Override
  protected void endIfDone() {
    if (!ended && waiting == 0 && (ending || listening.isClosing() && incoming == null)) {
      ended = true;
      context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> context().close());
    }
  }

  @Override
  public void checkTimeouts(long now) {
    long stalledSince = unread.stalledSinceNanos(context().channel(), now);
    if (stalledSince != 0) {
      idleSinceNanos = now;
    }
    boolean over =
        isOver(stalledSince, port.limits().times().stall().toNanos(), now)
            || isOver(inbound.sinceNanos(), port.limits().times().request().toNanos(), now)
            || waiting == 0
                && (place.isLate()
                    || inbound.sinceNanos() == 0
                        && now - idleSinceNanos > DirectPort.IDLE_TIME.toNanos());
    if (over) {
      LOG.debug("{} is closed: a time limit is over", context().channel());
      context().close();
    }
  }

  private static boolean isOver(long since, long most, long now) {
    return since != 0 && now - since > most;
  }

  private void release() {
    IncomingFrame request = incoming;
    incoming = null;
    if (request != null && request.body() != null) {
      request.body().evict();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ending = true;
    gone = true;
    source.close();
    unread.abandon();
    release();
  }
}
