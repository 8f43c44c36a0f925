package dev.mayfly.mongo.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.BsonSize;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** A result that is delivered in batches. Used by one call at a time. */
public final class OpenCursor {
  private static final long BATCH_BYTES_MAX = 16L << 20;
  private static final long DOCUMENT_OVERHEAD_BYTES = 16;

  private static final long ASKED_BYTES_MIN = 4 << 10;
  private static final int ASKED_FACTOR = 4;

  /** Smaller batches cost nothing but additions. */
  private static final long COUNTED_AT_ONCE = 64 << 10;

  private final Namespace namespace;
  private final CursorOwner owner;
  private final DocumentStream documents;
  private final Reader reader;
  private final AtomicReference<State> state = new AtomicReference<>(State.BUSY);
  private final Kind kind;
  private long id;
  private volatile long idleSinceNanos;
  private volatile long keptBytes;
  private CommandCall batchCall;
  private long batchBytes;
  private long uncountedBytes;
  private BsonDocument held;
  private boolean over;

  /** When a cursor ends by itself. */
  public enum Kind {
    /** When there is nothing more, or nobody has asked for long. */
    PLAIN,
    /** When there is nothing more, however long that takes. */
    UNHURRIED,
    /** Never because there is nothing more: there may be later. */
    TAILABLE,
    /** As a tailable one; who asks waits a while for more. */
    AWAITING
  }

  private enum State {
    IDLE,
    BUSY,
    KILLED
  }

  /**
   * @param owner who opened it
   */
  public OpenCursor(
      Namespace namespace, CursorOwner owner, DocumentStream documents, Reader reader, Kind kind) {
    this.namespace = requireNonNull(namespace, "namespace");
    this.owner = requireNonNull(owner, "owner");
    this.documents = requireNonNull(documents, "documents");
    this.reader = requireNonNull(reader, "reader");
    this.kind = requireNonNull(kind, "kind");
  }

  /** Whose cursors a call opens. */
  public static CursorOwner owner(CommandCall call) {
    return CursorOwner.of(call);
  }

  public Namespace namespace() {
    return namespace;
  }

  CursorOwner owner() {
    return owner;
  }

  boolean isTailable() {
    return kind == Kind.TAILABLE || kind == Kind.AWAITING;
  }

  boolean isAwaiting() {
    return kind == Kind.AWAITING;
  }

  /** Completed when there may be more; null where nothing can be waited for. */
  CompletableFuture<Void> change() {
    return documents.change();
  }

  long id() {
    return id;
  }

  void register(long newId) {
    id = newId;
  }

  boolean isIdleSince(long nanos) {
    return kind != Kind.UNHURRIED && state.get() == State.IDLE && idleSinceNanos - nanos <= 0;
  }

  /** Whether nobody uses it, and it may be ended before its time. */
  boolean isDispensable() {
    return kind != Kind.UNHURRIED && state.get() == State.IDLE;
  }

  long idleSinceNanos() {
    return idleSinceNanos;
  }

  /** The memory that it keeps; only what it was when nobody used it. */
  long keptBytes() {
    return keptBytes;
  }

  /**
   * From now on what it keeps is its own, and not that of the call that opened it. What was asked
   * is kept, too, as it came and as it was understood.
   */
  void keepMemory() {
    long asked = HeapSize.of(reader.call().body());
    if (asked > ASKED_BYTES_MIN) {
      reader.hold(asked * ASKED_FACTOR);
    }
    reader.keepMemory(batchBytes);
  }

  /** Begins a batch for a call. */
  void use(CommandCall call) {
    if (!state.compareAndSet(State.IDLE, State.BUSY)) {
      throw state.get() == State.KILLED
          ? Cursors.notFound(id)
          : new MongoException(12051, "cursor id " + id + " is already in use");
    }
    reader.next(call);
  }

  /** Lets others use it; false if it was killed meanwhile. */
  boolean release(long nowNanos) {
    idleSinceNanos = nowNanos;
    keptBytes = reader.keptBytes();
    if (state.compareAndSet(State.BUSY, State.IDLE)) {
      return true;
    }
    end();
    return false;
  }

  /** Ends it; who uses it just now closes it. */
  void kill() {
    reader.kill();
    if (state.getAndSet(State.KILLED) == State.IDLE) {
      end();
    }
  }

  private void end() {
    documents.close();
    reader.releaseMemory();
  }

  boolean isKilled() {
    return state.get() == State.KILLED;
  }

  public void close() {
    state.set(State.KILLED);
    end();
  }

  /** The next documents. */
  public BsonArray batch(long documentsMax) {
    BsonArray batch = new BsonArray();
    if (batchCall == reader.call()) {
      // The batch before went to the same client unasked.
      batchCall.heap().charge(-batchBytes);
    }
    batchCall = reader.call();
    batchBytes = 0;
    uncountedBytes = 0;
    long bytes = 0;
    while (batch.size() < documentsMax && !isOver()) {
      BsonDocument next = held == null ? documents.next() : held;
      held = null;
      if (next == null) {
        over = !isTailable();
        break;
      }
      long size = BsonSize.of(next) + DOCUMENT_OVERHEAD_BYTES;
      if (!batch.isEmpty() && bytes + size > BATCH_BYTES_MAX) {
        held = documents.back() ? null : next;
        break;
      }
      bytes += size;
      hold(HeapSize.ELEMENT + HeapSize.of(next));
      batch.add(next);
      if (isKilled()) {
        throw new MongoException(ErrorCodes.CURSOR_KILLED, "cursor was killed");
      }
    }
    return batch;
  }

  /** The batch belongs to the call, which is over when it has been sent. */
  private void hold(long bytes) {
    uncountedBytes += bytes;
    if (uncountedBytes >= COUNTED_AT_ONCE) {
      reader.call().heap().charge(uncountedBytes);
      batchBytes += uncountedBytes;
      uncountedBytes = 0;
    }
  }

  /** Whether there is nothing more. */
  public boolean isOver() {
    return held == null && (over || documents.isOver());
  }
}
