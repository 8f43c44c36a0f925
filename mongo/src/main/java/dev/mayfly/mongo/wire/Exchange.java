package dev.mayfly.mongo.wire;

import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.mongo.call.Client;
import dev.mayfly.mongo.call.GenericArguments;
import dev.mayfly.mongo.call.RunningOperation;
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
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request message and its reply. It is parsed when its predecessor on the connection is done; the
 * reply is encoded on the thread that completes it.
 */
final class Exchange implements RunningOperation {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  /** Commands that are accepted as OP_QUERY. */
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
  private long wroteAt;
  private long startedNanos;
  private long deadlineNanos;
  private RequestMemory heap;
  private UnaryOperator<BsonDocument> replyChange;
  private volatile boolean understood;
  private volatile boolean killed;
  private boolean last;
  private boolean known;
  private boolean waiting;

  Exchange(MongoConnection connection, Incoming incoming) {
    this.connection = connection;
    this.incoming = incoming;
  }

  /** Starts processing. */
  void begin() {
    startedNanos = System.nanoTime();
    if (LargeMessages.isLarge(incoming.bytes())) {
      connection
          .port()
          .largeMessages()
          .execute(
              () -> {
                if (parse()) {
                  connection.execute(this::start);
                }
              });
    } else if (parse()) {
      start();
    }
  }

  /** Parses the message; false if it is invalid and has been answered. */
  private boolean parse() {
    byte[] bytes = incoming.bytes();
    try {
      message = read(bytes);
      responseTo = message.requestId();
      heap = reserveParsed();
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

  /** Reserves memory for a large command; null for a small one. */
  private RequestMemory reserveParsed() {
    long bytes = message.parsedBytes();
    if (bytes == 0) {
      return null;
    }
    RequestMemory reserved = connection.port().memory().open(Failures::outOfMemory);
    reserved.charge(bytes);
    return reserved;
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
      throw incoming.refusal() == Refusal.NO_MEMORY ? noMemory() : unauthenticated();
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
              "This connection has not agreed on compression by %s: offer it in hello first"
                  .formatted(compressor.wireName())));
    }
    if (length > connection.messageBytesMax()) {
      throw unauthenticated();
    }
    if (!connection.requests().take(length)) {
      throw noMemory();
    }
    byte[] whole;
    try {
      whole = Decompression.decompressed(bytes, length);
    } finally {
      // Only the decompressed message is retained.
      connection.requests().giveBack(incoming.taken());
      incoming = new Incoming(bytes, length, null);
    }
    incoming = new Incoming(whole, length, null);
    return MessageParser.parse(whole).compressedBy(compressor);
  }

  private static MongoException noMemory() {
    return Failures.overloaded(
        new MongoException(
            ErrorCodes.REQUEST_RATE_LIMIT_EXCEEDED, "Too many large requests at once: try again."));
  }

  private MongoException unauthenticated() {
    return new MongoException(
        ErrorCodes.UNAUTHORIZED,
        "A message of more than %s bytes requires authentication"
            .formatted(connection.port().limits().unauthenticatedBytesMax()));
  }

  private void requireSpeakable() {
    if (message.isQuery() && !QUERY_COMMANDS.contains(name())) {
      throw new MongoException(
          ErrorCodes.UNSUPPORTED_OP_QUERY_COMMAND,
          "Unsupported OP_QUERY command: %s. The client driver may require an upgrade."
              .formatted(name()));
    }
  }

  /** Whether the connection ends after it. */
  boolean isLast() {
    return last;
  }

  /** Whether it is parsed, and visible to currentOp. */
  boolean isParsed() {
    return understood;
  }

  /** Bytes of the budget that are released at its end. */
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
    String name = message.isQuery() ? message.database() : arguments.database();
    if (name == null) {
      throw new MongoException(40571, "OP_MSG requests require a $db argument");
    }
    return name;
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
  public void setTimeout(long millis) {
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
  public void waits() {
    waiting = true;
  }

  @Override
  public void known() {
    known = true;
  }

  @Override
  public void wroteAt(long logTime) {
    wroteAt = LogTime.max(wroteAt, logTime);
  }

  @Override
  public void check() {
    checkConnected();
    Checkpoint.pass();
    checkConnected();
    if (killed) {
      throw new MongoException(ErrorCodes.INTERRUPTED, "operation was interrupted");
    }
    if (deadlineNanos != 0 && System.nanoTime() - deadlineNanos > 0) {
      throw new MongoException(ErrorCodes.MAX_TIME_MS_EXPIRED, "operation exceeded time limit");
    }
  }

  private void checkConnected() {
    if (!connection.isOpen()) {
      throw new MongoException(ErrorCodes.CLIENT_DISCONNECT, "operation was interrupted");
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
    ByteBuf reply = encode(answer, replyId, true);
    responseTo = replyId;
    connection.writeMore(reply);
  }

  @Override
  public void changeReply(UnaryOperator<BsonDocument> change) {
    replyChange = change;
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
      BsonDocument sent = replyChange == null ? answer : replyChange.apply(answer);
      measure(sent);
      reply = message.has(Message.MORE_TO_COME) ? null : encode(sent);
    } catch (RuntimeException | Error e) {
      reply = encode(Failures.reply(Failures.translate(e)));
    } finally {
      closeHeap();
    }
    connection.finish(this, reply);
  }

  private void measure(BsonDocument answer) {
    connection
        .port()
        .meter()
        .finished(
            this,
            new MessageMeter.Outcome(
                known ? name() : null, answer, System.nanoTime() - startedNanos, centiRu, waiting));
  }

  private ByteBuf encode(BsonDocument answer) {
    return encode(answer, connection.nextReplyId(), false);
  }

  private ByteBuf encode(BsonDocument answer, int replyId, boolean moreToCome) {
    long clusterTime = connection.port().lastTime();
    return new ReplyEncoder(message, wroteAt == 0 ? clusterTime : wroteAt, clusterTime)
        .encode(connection.allocator(), answer, replyId, responseTo, moreToCome);
  }

  @Override
  public void fail(Throwable failure) {
    if (answered.get()) {
      LOG.error("A command failed after its answer: {}", name(), failure);
      return;
    }
    MongoException name = Failures.translate(failure);
    BsonDocument answer = Failures.reply(name);
    if (client().isCosmos()) {
      answer
          .append("$err", new BsonString(name.getMessage()))
          .append("_t", new BsonString("OKMongoResponse"));
    }
    reply(answer);
  }
}
