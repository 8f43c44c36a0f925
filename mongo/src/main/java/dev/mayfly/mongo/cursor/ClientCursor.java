package dev.mayfly.mongo.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.BsonSize;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** A cursor over results that are returned in batches. Used by one call at a time. */
public final class ClientCursor {
  private static final long BATCH_BYTES_MAX = 16L << 20;
  private static final long DOCUMENT_OVERHEAD_BYTES = 16;

  private static final long ASKED_BYTES_MIN = 4 << 10;
  private static final int ASKED_FACTOR = 4;

  /** Smaller batches are not accounted for. */
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
  private volatile long keptDiskBytes;
  private CommandCall batchCall;
  private long batchBytes;
  private long uncountedBytes;
  private BsonDocument held;
  private boolean over;

  public enum Kind {
    /** Closed at the end or when idle for long. */
    PLAIN,
    /** Closed at the end only ({@code noCursorTimeout}). */
    UNHURRIED,
    /** Stays open at the end. */
    TAILABLE,
    /** As a tailable one, and getMore waits for more documents. */
    AWAITING,
    /** As an awaiting one, and stays open without any documents. */
    CHANGE_STREAM
  }

  private enum State {
    IDLE,
    BUSY,
    KILLED
  }

  public ClientCursor(
      Namespace namespace, CursorOwner owner, DocumentStream documents, Reader reader, Kind kind) {
    this.namespace = requireNonNull(namespace, "namespace");
    this.owner = requireNonNull(owner, "owner");
    this.documents = requireNonNull(documents, "documents");
    this.reader = requireNonNull(reader, "reader");
    this.kind = requireNonNull(kind, "kind");
  }

  /** The owner of cursors opened by a call. */
  public static CursorOwner owner(CommandCall call) {
    return CursorOwner.of(call);
  }

  public Namespace namespace() {
    return namespace;
  }

  CursorOwner owner() {
    return owner;
  }

  /** Whether it does not time out. */
  boolean isUnhurried() {
    return kind == Kind.UNHURRIED;
  }

  boolean isTailable() {
    return kind == Kind.TAILABLE || isAwaitData();
  }

  boolean isAwaitData() {
    return kind == Kind.AWAITING || isChangeStream();
  }

  boolean isChangeStream() {
    return kind == Kind.CHANGE_STREAM;
  }

  /** Where a change stream resumes after the batch; null if this is none. */
  BsonDocument resumeToken() {
    return documents.resumeToken();
  }

  /** Completes when there may be more documents; null if it is not tailable. */
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

  /** Whether it is idle and may be evicted. */
  boolean isEvictable() {
    return kind != Kind.UNHURRIED && state.get() == State.IDLE;
  }

  long idleSinceNanos() {
    return idleSinceNanos;
  }

  /** The memory it holds, as of its last use. */
  long keptBytes() {
    return keptBytes;
  }

  /** The disk it holds, as of its last use. */
  long keptDiskBytes() {
    return keptDiskBytes;
  }

  /** Transfers its memory from the account of the opening call, including the parsed command. */
  void keepMemory() {
    long asked = HeapSize.of(reader.call().body());
    if (asked > ASKED_BYTES_MIN) {
      reader.charge(asked * ASKED_FACTOR);
    }
    reader.keepMemory(batchBytes);
  }

  /** Starts a batch for a call. */
  void use(CommandCall call) {
    if (!state.compareAndSet(State.IDLE, State.BUSY)) {
      throw state.get() == State.KILLED
          ? Cursors.notFound(id)
          : new MongoException(12051, "cursor id " + id + " is already in use");
    }
    reader.next(call);
  }

  /** Ends the use; false if it was killed meanwhile. */
  boolean release(long nowNanos) {
    idleSinceNanos = nowNanos;
    keptBytes = reader.keptBytes();
    keptDiskBytes = reader.keptDiskBytes();
    if (state.compareAndSet(State.BUSY, State.IDLE)) {
      return true;
    }
    end();
    return false;
  }

  /** Kills it; a call that uses it closes it. */
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
      // The previous batch was sent by the same exhaust call.
      batchCall.heap().charge(-batchBytes);
    }
    batchCall = reader.call();
    batchBytes = 0;
    uncountedBytes = 0;
    long bytes = 0;
    while (batch.size() < documentsMax && !isExhausted()) {
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

  /** A batch is charged to its call, which ends when it has been sent. */
  private void hold(long bytes) {
    uncountedBytes += bytes;
    if (uncountedBytes >= COUNTED_AT_ONCE) {
      reader.call().heap().charge(uncountedBytes);
      batchBytes += uncountedBytes;
      uncountedBytes = 0;
    }
  }

  public boolean isExhausted() {
    return held == null && (over || documents.isExhausted());
  }
}
