package dev.mayfly.mongo.wire;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.command.Client;
import dev.mayfly.mongo.command.GenericArguments;
import dev.mayfly.mongo.command.RunningOperation;
import dev.mayfly.mongo.compress.Compressor;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.Session;
import dev.mayfly.mongo.wire.MessageReader.Incoming;
import dev.mayfly.mongo.wire.MessageReader.Refusal;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.memory.RequestMemory;
import io.netty.buffer.ByteBuf;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One message and its reply. It is read when its turn comes; the reply comes from any thread and is
 * made into bytes there.
 */
final class Exchange implements RunningOperation {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  /** What may still be asked in the old way. */
  private static final Set<String> QUERY_COMMANDS =
      Set.of(
          "hello",
          "isMaster",
          "ismaster",
          "_isSelf",
          "saslStart",
          "saslContinue",
          "authenticate",
          "buildInfo",
          "buildinfo");

  private final MongoConnection connection;
  private final AtomicBoolean answered = new AtomicBoolean();
  private Incoming incoming;
  private Message message;
  private BsonDocument body;
  private GenericArguments arguments;
  private String database;
  private Session session;
  private int responseTo;
  private int operationId;
  private long centiRu;
  private long startedNanos;
  private long deadlineNanos;
  private RequestMemory heap;
  private volatile boolean understood;
  private volatile boolean killed;
  private boolean last;

  Exchange(MongoConnection connection, Incoming incoming) {
    this.connection = requireNonNull(connection, "connection");
    this.incoming = requireNonNull(incoming, "incoming");
  }

  /** Its turn has come. */
  void begin() {
    startedNanos = System.nanoTime();
    if (LargeMessages.isLarge(incoming.bytes())) {
      connection
          .port()
          .largeMessages()
          .execute(
              () -> {
                if (understand()) {
                  connection.execute(this::start);
                }
              });
    } else if (understand()) {
      start();
    }
  }

  /** Reads the message; false if it could not be, and then it is over. */
  private boolean understand() {
    byte[] bytes = incoming.bytes();
    try {
      message = read(bytes);
      responseTo = message.requestId();
      body = message.body();
      arguments = GenericArguments.of(message.fields());
      database = database();
      requireSpeakable();
      understood = true;
      return true;
    } catch (WireException e) {
      last = true;
      LOG.debug("{} is closed: {}", connection, e.getMessage());
      if (e.answer() == null) {
        answered.set(true);
        connection.finish(this, null);
      } else {
        refuse(bytes, e.answer());
      }
    } catch (RuntimeException | Error e) {
      refuse(bytes, e);
    }
    return false;
  }

  private void start() {
    try {
      connection.port().commands().accept(this);
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private void refuse(byte[] bytes, Throwable failure) {
    if (message == null) {
      message = Message.unread(bytes);
      responseTo = message.requestId();
    }
    fail(failure);
  }

  private Message read(byte[] bytes) {
    if (incoming.refusal() != null) {
      if (MessageParser.saysNoReply(bytes)) {
        throw new WireException("an unacknowledged message was refused");
      }
      throw incoming.refusal() == Refusal.NO_ROOM ? noRoom() : unauthenticated();
    }
    if (MessageParser.opcode(bytes) != Opcodes.COMPRESSED) {
      return MessageParser.parse(bytes);
    }
    int length = Decompression.length(bytes, connection.port().limits().messageBytesMax());
    Compressor compressor = Decompression.compressor(bytes);
    if (compressor != null && !client().hasAgreedOn(compressor)) {
      throw new WireException(
          new MongoException(
              ErrorCodes.BAD_VALUE,
              "This connection has not agreed on compression by "
                  + compressor.wireName()
                  + ": offer it in hello first"));
    }
    if (length > connection.messageBytesMax()) {
      throw unauthenticated();
    }
    if (!connection.requests().take(length)) {
      throw noRoom();
    }
    byte[] whole;
    try {
      whole = Decompression.decompressed(bytes, length);
    } finally {
      // From now on only the unpacked message is kept.
      connection.requests().giveBack(incoming.taken());
      incoming = new Incoming(bytes, length, null);
    }
    incoming = new Incoming(whole, length, null);
    return MessageParser.parse(whole).compressedBy(compressor);
  }

  private static MongoException noRoom() {
    return Failures.overloaded(
        new MongoException(
            ErrorCodes.REQUEST_RATE_LIMIT_EXCEEDED, "Too many large requests at once: try again."));
  }

  private MongoException unauthenticated() {
    return new MongoException(
        ErrorCodes.UNAUTHORIZED,
        "A message of more than "
            + connection.port().limits().unauthenticatedBytesMax()
            + " bytes requires authentication");
  }

  private void requireSpeakable() {
    if (message.isQuery() && !QUERY_COMMANDS.contains(name())) {
      throw new MongoException(
          ErrorCodes.UNSUPPORTED_OP_QUERY_COMMAND,
          "Unsupported OP_QUERY command: "
              + name()
              + ". The client driver may require an upgrade.");
    }
  }

  /** Whether nothing follows this on its connection. */
  boolean isLast() {
    return last;
  }

  /** Whether others can be told what it is. */
  boolean isUnderstood() {
    return understood;
  }

  /** Bytes of the budget that are given back when it is over. */
  int taken() {
    return incoming.taken();
  }

  @Override
  public BsonDocument body() {
    return body;
  }

  @Override
  public String name() {
    return arguments.name();
  }

  @Override
  public String database() {
    if (database != null) {
      return database;
    }
    String told = message.isQuery() ? message.database() : arguments.database();
    if (told == null) {
      throw new MongoException(40571, "OP_MSG requests require a $db argument");
    }
    return told;
  }

  @Override
  public GenericArguments arguments() {
    return arguments;
  }

  @Override
  public Client client() {
    return connection.client();
  }

  @Override
  public Session session() {
    return session;
  }

  @Override
  public void join(Session other) {
    session = other;
  }

  @Override
  public void endWithin(long millis) {
    deadlineNanos = startedNanos + TimeUnit.MILLISECONDS.toNanos(millis) | 1;
  }

  @Override
  public synchronized int operationId() {
    if (operationId == 0) {
      operationId = connection.port().clients().nextOperationId();
    }
    return operationId;
  }

  @Override
  public long startedNanos() {
    return startedNanos;
  }

  @Override
  public void kill() {
    killed = true;
  }

  @Override
  public void charge(long more) {
    centiRu += more;
  }

  @Override
  public void check() {
    Checkpoint.pass();
    if (killed) {
      throw new MongoException(ErrorCodes.INTERRUPTED, "operation was interrupted");
    }
    if (!connection.isOpen()) {
      throw new MongoException(ErrorCodes.CLIENT_DISCONNECT, "operation was interrupted");
    }
    if (deadlineNanos != 0 && System.nanoTime() - deadlineNanos > 0) {
      throw new MongoException(ErrorCodes.MAX_TIME_MS_EXPIRED, "operation exceeded time limit");
    }
  }

  @Override
  public RequestMemory heap() {
    if (heap == null) {
      heap = connection.port().memory().open(Failures::outOfMemory);
    }
    return heap;
  }

  private void closeHeap() {
    if (heap != null) {
      heap.close();
    }
  }

  @Override
  public boolean isExhaustAllowed() {
    return message.has(Message.EXHAUST_ALLOWED);
  }

  @Override
  public void replyMore(BsonDocument answer) {
    int replyId = connection.nextReplyId();
    ByteBuf reply =
        ReplyEncoder.encode(connection.allocator(), message, answer, replyId, responseTo, true);
    responseTo = replyId;
    connection.goOn(reply);
  }

  @Override
  public void reply(BsonDocument answer) {
    if (!answered.compareAndSet(false, true)) {
      LOG.error("A command was answered twice: {}", name());
      return;
    }
    if (arguments != null) {
      client()
          .setLastRequest(
              new Client.LastRequest(name(), centiRu, System.nanoTime() - startedNanos));
    }
    ByteBuf reply = null;
    try {
      reply = message.has(Message.MORE_TO_COME) ? null : encode(answer);
    } catch (RuntimeException | Error e) {
      reply = encode(Failures.reply(Failures.translate(e)));
    } finally {
      closeHeap();
    }
    connection.finish(this, reply);
  }

  private ByteBuf encode(BsonDocument answer) {
    return ReplyEncoder.encode(
        connection.allocator(), message, answer, connection.nextReplyId(), responseTo, false);
  }

  @Override
  public void fail(Throwable failure) {
    if (answered.get()) {
      LOG.error("A command failed after its answer: {}", name(), failure);
      return;
    }
    MongoException told = Failures.translate(failure);
    BsonDocument answer = Failures.reply(told);
    if (client().isCosmos()) {
      answer
          .append("$err", new BsonString(told.getMessage()))
          .append("_t", new BsonString("OKMongoResponse"));
    }
    reply(answer);
  }
}
