package dev.mayfly.mongo.wire;

import dev.mayfly.mongo.auth.User;
import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.ClientChannel;
import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.mongo.wire.MessageReader.Incoming;
import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.net.limit.UnreadResponses;
import dev.mayfly.net.port.ConnectionHandler;
import dev.mayfly.net.port.OpenConnections;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection: reads messages, processes one at a time in order, and writes the replies. All
 * methods run on the connection's event loop unless noted.
 */
final class MongoConnection extends ConnectionHandler implements ClientChannel {
  private static final Logger LOG = LoggerFactory.getLogger(MongoConnection.class);

  /** Larger replies are accounted for until they are sent. */
  private static final int SMALL_REPLY_BYTES_MAX = 16 << 10;

  /** Senders of large messages below this rate may be evicted: 48 MB in a minute. */
  private static final long SLOW_BYTES_PER_SECOND = 800_000;

  private final MongoPort port;
  private final OpenConnections others;
  private final ConnectionLimits.Place place;
  private final ByteBudget.Share requests;
  private final ByteBudget.Share replies;
  private final MessageReader reader;
  private final UnreadResponses unread;
  private final ArrayDeque<Exchange> queue = new ArrayDeque<>(4);

  /** Received buffers that are not parsed while enough requests are queued. */
  private final ArrayDeque<ByteBuf> untaken = new ArrayDeque<>(2);

  private Client client;
  private ScheduledFuture<?> timer;
  private Runnable scheduled;
  private volatile SslHandler tls;
  private volatile Exchange current;
  private volatile boolean open;
  private volatile boolean aborted;

  /** Within a read burst: writes are flushed at its end. */
  private boolean reading;

  private boolean advancing;
  private boolean resumePlanned;

  /** No further messages are read; the connection closes after the last reply. */
  private boolean ending;

  private int lastReplyId;

  /** Owner of the budget shares: the remote address until a user is authenticated. */
  private volatile Object owner;

  /**
   * @param others connections of the port, some of which are evicted if memory is short
   */
  MongoConnection(MongoPort port, OpenConnections others, ConnectionLimits.Place place) {
    this.port = port;
    this.others = others;
    this.place = place;
    this.owner = place.address();
    this.requests = port.requests().share(owner);
    this.replies = port.replies().share(owner);
    this.reader = new MessageReader(requests, port.limits().messageBytesMax(), this::evictSlowest);
    this.unread = new UnreadResponses(replies);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    super.handlerAdded(ctx);
    open = true;
    client = port.clients().enter(port.isCosmos(), this);
  }

  MongoPort port() {
    return port;
  }

  Client client() {
    return client;
  }

  /** The budget share of its requests. */
  ByteBudget.Share requests() {
    return requests;
  }

  @Override
  public Object owner() {
    return owner;
  }

  /** The current message limit, compressed or not. */
  int messageBytesMax() {
    WireLimits limits = port.limits();
    return client.isAdmitted() ? limits.messageBytesMax() : limits.unauthenticatedBytesMax();
  }

  @Override
  public void secured(SslHandler handler) {
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
      LOG.debug("{} is closed: {}", context().channel(), e.getMessage());
      ending = true;
      endIfDone();
    }
  }

  private boolean isBusy() {
    return queue.size() >= port.limits().pipelinedMax()
        || !context().channel().isWritable()
        || requests.held() - reader.taken() >= ByteBudget.SMALL_BYTES
        || current != null && !client.isAdmitted();
  }

  /** Starts queued requests one after the other. */
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
   * Completes a request. Called on any thread.
   *
   * @param reply null if there is none
   */
  void finish(Exchange exchange, ByteBuf reply) {
    if (isOnEventLoop()) {
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

  /** Moves the budget shares to the authenticated user. */
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

  /** Writes an exhaust reply that is followed by another. Called on any thread. */
  void writeMore(ByteBuf reply) {
    if (isOnEventLoop()) {
      stream(reply);
    } else {
      execute(() -> stream(reply), reply);
    }
  }

  private void stream(ByteBuf reply) {
    if (open && !context().channel().isWritable()) {
      LOG.debug("{} does not read its stream of replies: closed", context().channel());
      abort();
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
    if (size > SMALL_REPLY_BYTES_MAX) {
      if (!unread.add(size)) {
        others.abortUnread();
      }
      context().write(reply).addListener(sent -> unread.remove(size));
    } else {
      context().write(reply, context().voidPromise());
    }
    if (!reading) {
      context().flush();
    }
  }

  int nextReplyId() {
    return ++lastReplyId;
  }

  ByteBufAllocator allocator() {
    return context().alloc();
  }

  private void execute(Runnable task, ByteBuf reply) {
    if (!execute(task)) {
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
      executeAfterOthers(this::resume);
    }
  }

  /** Resumes reading with the buffered bytes. */
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
    context().flush();
    if (untaken.isEmpty()) {
      context().channel().config().setAutoRead(true);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      planResume();
    }
  }

  /** Closes the connection if nothing is pending. */
  private void endIfDone() {
    if (ending && current == null && queue.isEmpty() && open) {
      context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  @Override
  public void shutDown() {
    ending = true;
    if (timer != null && !timer.isDone()) {
      // A pending awaitable hello needs no reply.
      context().close();
    }
    endIfDone();
  }

  @Override
  public void checkTimeouts(long now) {
    WireLimits limits = port.limits();
    if (!context().channel().isWritable() && isStalled(now)) {
      LOG.debug("{} does not read its replies: closed", context().channel());
      abort();
    } else if (isExhausted(reader.sinceNanos(), limits.messageTime().toNanos(), now)
        || isExhausted(reader.lastByteNanos(), limits.stallTime().toNanos(), now)
        || place.isLate()) {
      LOG.debug("{} takes too long: closed", context().channel());
      abort();
    }
  }

  private boolean isStalled(long now) {
    long since = unread.stalledSinceNanos(context().channel(), now);
    return isExhausted(since, port.limits().stallTime().toNanos(), now);
  }

  @Override
  public UnreadResponses unread() {
    return unread;
  }

  @Override
  public SlowRequest slowRequest(long now) {
    long bytesPerSecond = aborted ? Long.MAX_VALUE : reader.bytesPerSecond(now);
    return bytesPerSecond < SLOW_BYTES_PER_SECOND
        ? new SlowRequest(bytesPerSecond, this::abortSlow)
        : null;
  }

  private boolean abortSlow() {
    LOG.debug("{} sends a large message too slowly: closed", this);
    abort();
    return true;
  }

  private boolean evictSlowest() {
    return !aborted && others.evictSlowest(this);
  }

  @Override
  public void abort() {
    aborted = true;
    unread.abandon();
    requests.forfeit();
    place.abort();
  }

  private static boolean isExhausted(long since, long most, long now) {
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
  public InetSocketAddress remoteAddress() {
    return (InetSocketAddress) context().channel().remoteAddress();
  }

  @Override
  public InetSocketAddress localAddress() {
    return (InetSocketAddress) context().channel().localAddress();
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
      scheduled = task;
      timer = context().executor().schedule(task, millis, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void wake() {
    execute(
        () -> {
          if (timer != null && timer.cancel(false)) {
            scheduled.run();
          }
        });
  }

  @Override
  public RunningOperation running() {
    Exchange running = current;
    return running != null && running.isParsed() ? running : null;
  }

  @Override
  public void close() {
    context().close();
  }
}
