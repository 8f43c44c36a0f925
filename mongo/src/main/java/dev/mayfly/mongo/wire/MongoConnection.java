package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.ClientChannel;
import dev.mayfly.mongo.command.RunningOperation;
import dev.mayfly.mongo.wire.MessageReader.Incoming;
import dev.mayfly.net.ByteBudget;
import dev.mayfly.net.ConnectionLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: takes its messages, works on one at a time in their order, and writes the
 * replies. Everything here happens on the connection's own network thread, but for what others ask
 * about it.
 */
final class MongoConnection extends ChannelInboundHandlerAdapter implements ClientChannel {
  private static final Logger LOG = LoggerFactory.getLogger(MongoConnection.class);

  private final MongoPort port;
  private final ConnectionLimits.Place place;
  private final ByteBudget.Share requests;
  private final ByteBudget.Share replies;
  private final MessageReader reader;
  private final UnreadReplies unread;
  private final ArrayDeque<Exchange> queue = new ArrayDeque<>(4);

  /** What has arrived and is left alone while there is enough to do. */
  private final ArrayDeque<ByteBuf> untaken = new ArrayDeque<>(2);

  private ChannelHandlerContext context;
  private EventExecutor thread;
  private Client client;
  private ScheduledFuture<?> timer;
  private volatile SslHandler tls;
  private volatile Exchange current;
  private volatile boolean open;
  private volatile boolean cut;

  /** In a burst of reads: what is written is flushed at its end. */
  private boolean reading;

  private boolean advancing;
  private boolean resumePlanned;

  /** No further message will be taken; after the last reply the connection ends. */
  private boolean ending;

  private int lastReplyId;

  /** Whether there is more to be sent than the socket takes at once. */
  private volatile boolean behind;

  /** Whose the shares of the budgets are: the remote address until a user has authenticated. */
  private volatile Object owner;

  MongoConnection(MongoPort port, ConnectionLimits.Place place) {
    this.port = requireNonNull(port, "port");
    this.place = requireNonNull(place, "place");
    this.owner = place.address();
    this.requests = port.requests().share(owner);
    this.replies = port.replies().share(owner);
    this.reader = new MessageReader(requests, port.limits().messageBytesMax(), this::makeRoom);
    this.unread = new UnreadReplies(replies);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
    thread = ctx.executor();
    open = true;
    client = port.clients().enter(port.isCosmos(), this);
  }

  MongoPort port() {
    return port;
  }

  Client client() {
    return client;
  }

  /** What its requests hold. */
  ByteBudget.Share requests() {
    return requests;
  }

  Object owner() {
    return owner;
  }

  /** How long a message may be at the moment, compressed or not. */
  int messageBytesMax() {
    WireLimits limits = port.limits();
    return client.isAdmitted() ? limits.messageBytesMax() : limits.unauthenticatedBytesMax();
  }

  /** Its bytes are encrypted. */
  void secured(SslHandler handler) {
    tls = handler;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf in = (ByteBuf) message;
    reading = true;
    if (untaken.isEmpty()) {
      take(in);
    }
    if (in.isReadable() && !ending) {
      untaken.add(in);
      ctx.channel().config().setAutoRead(false);
    } else {
      in.release();
    }
  }

  private void take(ByteBuf in) {
    try {
      while (in.isReadable() && !ending && !isBusy()) {
        Incoming whole = reader.next(in, messageBytesMax());
        if (whole != null) {
          place.requested();
          port.clients().received(whole.bytes().length);
          queue.add(new Exchange(this, whole));
          advance();
        }
      }
    } catch (WireException e) {
      LOG.debug("{} is closed: {}", context.channel(), e.getMessage());
      ending = true;
      endIfDone();
    }
  }

  private boolean isBusy() {
    return queue.size() >= port.limits().pipelinedMax()
        || !context.channel().isWritable()
        || requests.held() - reader.taken() >= ByteBudget.SMALL_BYTES
        || current != null && !client.isAdmitted();
  }

  /** Begins what waits, one after the other. */
  private void advance() {
    if (advancing) {
      return;
    }
    advancing = true;
    try {
      while (current == null && !queue.isEmpty()) {
        Exchange next = queue.poll();
        current = next;
        next.begin();
      }
    } finally {
      advancing = false;
    }
  }

  /**
   * A message has been worked on. Called on any thread.
   *
   * @param reply null if there is none
   */
  void finish(Exchange exchange, ByteBuf reply) {
    if (thread.inEventLoop()) {
      finishHere(exchange, reply);
    } else {
      execute(() -> finishHere(exchange, reply), reply);
    }
  }

  private void finishHere(Exchange exchange, ByteBuf reply) {
    requests.giveBack(exchange.taken());
    current = null;
    identify();
    if (reply != null) {
      write(reply);
    }
    if (exchange.isLast()) {
      ending = true;
    }
    advance();
    if (!untaken.isEmpty()) {
      planResume();
    }
    endIfDone();
  }

  /** Whoever has authenticated has the limits of a user from now on. */
  private void identify() {
    if (client.isAdmitted()) {
      place.authenticated();
    }
    User user = client.user();
    Object now = user == null ? place.address() : user.name();
    if (!now.equals(owner)) {
      owner = now;
      requests.setOwner(now);
      replies.setOwner(now);
    }
  }

  /** A reply after which another one follows unasked. Called on any thread. */
  void goOn(ByteBuf reply) {
    if (thread.inEventLoop()) {
      stream(reply);
    } else {
      execute(() -> stream(reply), reply);
    }
  }

  private void stream(ByteBuf reply) {
    if (open && !context.channel().isWritable()) {
      LOG.debug("{} does not read its stream of replies: closed", context.channel());
      cut();
    }
    write(reply);
  }

  private void write(ByteBuf reply) {
    if (!open) {
      reply.release();
      return;
    }
    int size = reply.readableBytes();
    place.active();
    port.clients().sent(size);
    if (UnreadReplies.isLarge(size)) {
      if (!unread.add(size)) {
        port.cutUnread();
      }
      context.write(reply).addListener(sent -> unread.remove(size));
    } else {
      context.write(reply, context.voidPromise());
    }
    if (!reading) {
      context.flush();
    }
  }

  int nextReplyId() {
    return ++lastReplyId;
  }

  ByteBufAllocator allocator() {
    return context.alloc();
  }

  /** Runs a task on the connection's own thread. */
  void execute(Runnable task) {
    execute(task, null);
  }

  private void execute(Runnable task, ByteBuf reply) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("The port is closed: nobody is there to be answered.");
      ReferenceCountUtil.release(reply);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    reading = false;
    ctx.flush();
  }

  private void planResume() {
    if (!resumePlanned) {
      resumePlanned = true;
      thread.execute(this::resume);
    }
  }

  /** Goes on with what has arrived. */
  private void resume() {
    resumePlanned = false;
    reading = true;
    while (!untaken.isEmpty() && !ending && !isBusy()) {
      take(untaken.peek());
      if (!untaken.peek().isReadable()) {
        untaken.poll().release();
      }
    }
    reading = false;
    context.flush();
    if (untaken.isEmpty()) {
      context.channel().config().setAutoRead(true);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    behind = !ctx.channel().isWritable();
    if (!behind) {
      planResume();
    }
  }

  /** Ends the connection if nothing is left to be answered. */
  private void endIfDone() {
    if (ending && current == null && queue.isEmpty() && open) {
      context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** The port closes: answers what was asked and then ends. */
  void endSoon() {
    execute(
        () -> {
          ending = true;
          if (timer != null && !timer.isDone()) {
            // What is waited for is that nothing changes.
            context.close();
          }
          endIfDone();
        },
        null);
  }

  /** Closes the connection if anything takes too long. Called on any thread, now and then. */
  void watch(long now) {
    WireLimits limits = port.limits();
    if (behind) {
      execute(() -> watchReading(now), null);
    }
    if (isOver(reader.sinceNanos(), limits.messageTime().toNanos(), now)
        || isOver(reader.lastByteNanos(), limits.stallTime().toNanos(), now)
        || place.isLate()) {
      LOG.debug("{} takes too long: closed", context.channel());
      cut();
    }
  }

  private void watchReading(long now) {
    long since = unread.stalledSinceNanos(context.channel(), now);
    if (isOver(since, port.limits().stallTime().toNanos(), now)) {
      LOG.debug("{} does not read its replies: closed", context.channel());
      cut();
    }
  }

  /** The bytes of large replies that its client has not read. */
  long unreadBytes() {
    return unread.bytes();
  }

  /** Since when large replies wait to be read, or 0. */
  long unreadSinceNanos() {
    return unread.waitingSinceNanos();
  }

  /** How fast a large message arrives; from any thread. */
  long bytesPerSecond(long now) {
    return cut ? Long.MAX_VALUE : reader.bytesPerSecond(now);
  }

  private boolean makeRoom() {
    return !cut && port.cutSlowest(this);
  }

  /** Ends the connection at once, from any thread: what it holds is free for others. */
  void cut() {
    cut = true;
    unread.giveUp();
    requests.forfeit();
    // Not through TLS, which would first try to say goodbye to somebody who does not listen.
    execute(() -> context.channel().unsafe().close(context.channel().voidPromise()), null);
  }

  private static boolean isOver(long since, long most, long now) {
    return since != 0 && now - since > most;
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    open = false;
    ending = true;
    port.clients().leave(client);
    queue.forEach(each -> requests.giveBack(each.taken()));
    queue.clear();
    reader.abandon();
    untaken.forEach(ByteBuf::release);
    untaken.clear();
    if (timer != null) {
      timer.cancel(false);
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
  public InetSocketAddress remoteAddress() {
    return (InetSocketAddress) context.channel().remoteAddress();
  }

  @Override
  public InetSocketAddress localAddress() {
    return (InetSocketAddress) context.channel().localAddress();
  }

  @Override
  public String serverName() {
    SSLSession session = tls == null ? null : tls.engine().getSession();
    if (session instanceof ExtendedSSLSession extended) {
      for (SNIServerName name : extended.getRequestedServerNames()) {
        if (name instanceof SNIHostName host) {
          return host.getAsciiName();
        }
      }
    }
    return null;
  }

  @Override
  public boolean isSecure() {
    return tls != null;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void later(Runnable task, long millis) {
    if (open) {
      timer = thread.schedule(task, millis, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public RunningOperation running() {
    Exchange running = current;
    return running != null && running.isUnderstood() ? running : null;
  }

  @Override
  public void close() {
    context.close();
  }

  @Override
  public String toString() {
    return context.channel().toString();
  }
}
