package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.limit.UnreadResponses;
import dev.mayfly.net.port.ConnectionHandler;
import dev.mayfly.net.port.ListeningPort;
import dev.mayfly.net.work.ClientConnection;
import io.netty.channel.ChannelHandlerContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection whose client may send requests before earlier ones are answered. Flow control: while
 * too much is unanswered or unread, nothing is decoded and nothing is read from the socket. All of
 * this runs on the event loop of the connection.
 */
public abstract class PipelinedConnection extends ConnectionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(PipelinedConnection.class);

  protected final ListeningPort listening;
  protected final ConnectionLimits.Place place;
  protected final ByteBudget.Share bodies;
  protected final UnreadResponses unread;
  protected final InboundFlow inbound;
  protected final ClientConnection source = new ClientConnection();

  /** No further request will be taken; after the last answer the connection ends. */
  protected boolean ending;

  /** The last answer is being written. */
  protected boolean ended;

  /** The connection is lost. */
  protected boolean gone;

  /** In a burst of reads: what is written is flushed at its end. */
  protected boolean reading;

  private final long heldBodiesBytesMax;
  private final Runnable flushing = this::flushNow;
  private boolean flushPlanned;
  private boolean resumePlanned;

  /**
   * @param bodies the memory that the bodies of its requests may take
   * @param unread the memory that its large answers may take until they are sent
   */
  protected PipelinedConnection(
      ListeningPort listening,
      InboundFlow inbound,
      ConnectionLimits.Place place,
      ByteBudget.Share bodies,
      ByteBudget.Share unread,
      HttpLimits limits) {
    this.listening = requireNonNull(listening, "listening");
    this.inbound = requireNonNull(inbound, "inbound");
    this.place = requireNonNull(place, "place");
    this.bodies = requireNonNull(bodies, "bodies");
    this.unread = new UnreadResponses(unread);
    this.heldBodiesBytesMax = limits.heldBodiesBytesMax();
  }

  /** Whether a request has arrived in part. */
  protected abstract boolean isReceiving();

  /** Whether as many requests are unanswered as may be. */
  protected abstract boolean isFull();

  /** Ends the connection if nothing is left to be answered. */
  protected abstract void endIfDone();

  @Override
  public final void shutDown() {
    if (!isReceiving()) {
      ending = true;
      inbound.discard();
      endIfDone();
    }
  }

  /** What a request's body took may be used for others. */
  final void giveBackBody(int bytes) {
    bodies.giveBack(bytes);
  }

  /** An answer is there, on any thread. */
  final void answer(PendingAnswer answer) {
    if (isOnEventLoop()) {
      answer.run();
    } else {
      execute(answer);
    }
  }

  @Override
  public final UnreadResponses unread() {
    return unread;
  }

  @Override
  public final void abort() {
    unread.abandon();
    LOG.debug("{} leaves too much unread: closed", context().channel());
    place.abort();
  }

  /** Flushes what was written; answers that come together from other threads are flushed once. */
  protected final void planFlush() {
    if (!reading && !flushPlanned) {
      flushPlanned = true;
      execute(flushing);
    }
  }

  private void flushNow() {
    flushPlanned = false;
    context().flush();
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext ctx) {
    reading = false;
    ctx.flush();
  }

  protected final void holdIfBusy() {
    if (!ending && !isReceiving() && isBusy() && !inbound.isHeld()) {
      inbound.hold();
      context().channel().config().setAutoRead(false);
    }
  }

  private boolean isBusy() {
    return isFull()
        || bodies.held() > heldBodiesBytesMax
        || unread.bytes() > HttpPort.UNREAD_BYTES_MAX
        || !context().channel().isWritable();
  }

  protected final void resumeIfHeld() {
    if (inbound.isHeld()) {
      planResume();
    }
  }

  private void planResume() {
    if (!resumePlanned) {
      resumePlanned = true;
      executeAfterOthers(this::resume);
    }
  }

  private void resume() {
    resumePlanned = false;
    if (!inbound.isHeld() || isBusy() || !context().channel().isActive()) {
      return;
    }
    reading = true;
    try {
      inbound.release();
    } catch (Exception e) {
      exceptionCaught(context(), e);
    }
    reading = false;
    context().flush();
    if (!inbound.isHeld()) {
      context().channel().config().setAutoRead(true);
    }
  }

  @Override
  public final void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      planResume();
    } else {
      holdIfBusy();
    }
  }
}
