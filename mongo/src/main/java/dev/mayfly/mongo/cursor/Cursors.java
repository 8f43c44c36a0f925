package dev.mayfly.mongo.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.query.memory.MemoryPool;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * The open cursors of the server. Idle ones are closed after ten minutes. The memory they hold
 * (sorted or grouped documents above all) belongs to the pool of all requests, and so does the
 * disk: when that is exhausted, a request evicts idle cursors that hold more than it does, the
 * longest idle first.
 */
public final class Cursors {
  /** The default size of the first batch. */
  public static final long FIRST_BATCH = 101;

  private static final int CURSORS_MAX = 10_000;
  private static final int USERS_MAX = CURSORS_MAX / 2;
  private static final int OWNED_MAX = 1_000;
  private static final long IDLE_NANOS_MAX = TimeUnit.MINUTES.toNanos(10);
  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(4);

  private final RealTime realTime;
  private final SecureRandom random = new SecureRandom();
  private final Map<Long, ClientCursor> open = new ConcurrentHashMap<>();
  private final LongAdder opened = new LongAdder();
  private final LongAdder timedOut = new LongAdder();
  private volatile long sweptNanos;

  /**
   * @param memory evicts idle cursors when it is exhausted
   */
  public Cursors(RealTime realTime, MemoryPool memory) {
    memory.addReclaimer(leastBytes -> endLongestIdle(each -> each.keptBytes() >= leastBytes));
    memory
        .spillSpace()
        .addReclaimer(leastBytes -> endLongestIdle(each -> each.keptDiskBytes() >= leastBytes));
    this.realTime = requireNonNull(realTime, "realTime");
    this.sweptNanos = realTime.nanoTime();
  }

  static MongoException notFound(long id) {
    return new MongoException(ErrorCodes.CURSOR_NOT_FOUND, "cursor id " + id + " not found");
  }

  public int size() {
    return open.size();
  }

  /** The counters of serverStatus. */
  public BsonDocument toDocument() {
    return new BsonDocument("timedOut", new BsonInt64(timedOut.sum()))
        .append("totalOpened", new BsonInt64(opened.sum()))
        .append(
            "open",
            new BsonDocument("noTimeout", new BsonInt64(count(ClientCursor::isUnhurried)))
                .append("total", new BsonInt64(open.size())));
  }

  /**
   * As {@link #first(ClientCursor, long, boolean)}, with a context for error messages.
   *
   * @param doing "find command: " or the like; the namespace follows
   */
  public BsonDocument first(String doing, ClientCursor cursor, long batchSize, boolean single) {
    try {
      return first(cursor, batchSize, single);
    } catch (MongoException e) {
      if (e.isBeforeExecution()) {
        throw e;
      }
      throw e.in("Executor error during " + doing + cursor.namespace() + " :: caused by :: ");
    }
  }

  /** Returns the first batch and registers the cursor if there is more. */
  public BsonDocument first(ClientCursor cursor, long batchSize, boolean single) {
    try {
      BsonArray batch = cursor.batch(batchSize);
      BsonDocument token = cursor.resumeToken();
      long id = 0;
      boolean nothingToTail =
          cursor.isTailable() && !cursor.isChangeStream() && batch.isEmpty() && batchSize > 0;
      if (single || cursor.isExhausted() || nothingToTail) {
        cursor.close();
      } else {
        id = keep(cursor);
      }
      return reply(cursor, token, id, "firstBatch", batch);
    } catch (RuntimeException | Error e) {
      cursor.close();
      throw e;
    }
  }

  private static BsonDocument reply(
      ClientCursor cursor, BsonDocument token, long id, String batchName, BsonArray batch) {
    BsonDocument reply = reply(cursor.namespace(), id, batchName, batch);
    if (token != null) {
      reply.getDocument("cursor").append("postBatchResumeToken", token);
    }
    return reply;
  }

  public static BsonDocument reply(Namespace name, long id, String batchName, BsonArray batch) {
    BsonDocument cursor =
        new BsonDocument(batchName, batch)
            .append("id", new BsonInt64(id))
            .append("ns", new BsonString(name.toString()));
    return new BsonDocument("cursor", cursor);
  }

  private long keep(ClientCursor cursor) {
    sweep();
    checkCount(cursor);
    cursor.keepMemory();
    long id = newId();
    cursor.register(id);
    while (open.putIfAbsent(id, cursor) != null) {
      id = newId();
      cursor.register(id);
    }
    opened.increment();
    cursor.release(realTime.nanoTime());
    return id;
  }

  /** At the limit of a user, the user's longest idle cursor is closed. */
  private void checkCount(ClientCursor cursor) {
    CursorOwner owner = cursor.owner();
    boolean allowed =
        owner.session() == null || count(each -> owner.equals(each.owner())) < OWNED_MAX;
    if (allowed && open.size() >= USERS_MAX) {
      Predicate<ClientCursor> ofUser = each -> each.owner().user().equals(owner.user());
      allowed = count(ofUser) < USERS_MAX || endLongestIdle(ofUser);
    }
    if (!allowed || open.size() >= CURSORS_MAX) {
      throw new MongoException(
          ErrorCodes.OPERATION_FAILED,
          "Too many cursors are open: close some, or read them to their ends");
    }
  }

  private long count(Predicate<ClientCursor> which) {
    return open.values().stream().filter(which).count();
  }

  private boolean endLongestIdle(Predicate<ClientCursor> which) {
    ClientCursor longest = null;
    for (ClientCursor each : open.values()) {
      if (each.isEvictable()
          && which.test(each)
          && (longest == null || each.idleSinceNanos() - longest.idleSinceNanos() < 0)) {
        longest = each;
      }
    }
    if (longest == null) {
      return false;
    }
    end(longest.id(), longest);
    return true;
  }

  /** Kills a cursor that may be in use; false if it was already removed. */
  private boolean end(long id, ClientCursor cursor) {
    boolean removed = open.remove(id, cursor);
    if (removed) {
      cursor.kill();
    }
    return removed;
  }

  private long newId() {
    return 1 + random.nextLong(Long.MAX_VALUE - 1);
  }

  private static BsonArray batch(ClientCursor cursor, long batchSize) {
    try {
      return cursor.batch(batchSize);
    } catch (MongoException e) {
      throw e.in("Executor error during getMore :: caused by :: ");
    }
  }

  /**
   * Returns the next batch.
   *
   * @param before called with the cursor in use; the cursor ends if it throws
   */
  public BsonDocument more(
      CommandCall call,
      long id,
      Namespace name,
      CursorOwner owner,
      long batchSize,
      Runnable before) {
    sweep();
    ClientCursor cursor = open.get(id);
    if (cursor == null) {
      throw notFound(id);
    }
    if (!cursor.namespace().equals(name)) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED,
          ("Requested getMore on namespace '%s', but cursor belongs to a different "
                  + "namespace %s")
              .formatted(name, cursor.namespace()));
    }
    checkOwner(cursor, owner);
    cursor.use(call);
    try {
      before.run();
      BsonArray batch = batch(cursor, batchSize);
      BsonDocument token = cursor.resumeToken();
      boolean over = cursor.isExhausted();
      if (over) {
        open.remove(id);
        cursor.close();
        return reply(cursor, token, 0, "nextBatch", batch);
      }
      if (!cursor.release(realTime.nanoTime())) {
        throw new MongoException(ErrorCodes.CURSOR_KILLED, "cursor was killed");
      }
      return reply(cursor, token, id, "nextBatch", batch);
    } catch (RuntimeException | Error e) {
      open.remove(id);
      cursor.close();
      throw e;
    }
  }

  /** Whether the cursor is one of a change stream. */
  public boolean isChangeStream(long id) {
    ClientCursor cursor = open.get(id);
    return cursor != null && cursor.isChangeStream();
  }

  /** Whether getMore on the cursor waits for more documents; true if there is no such cursor. */
  public boolean isAwaitData(long id) {
    ClientCursor cursor = open.get(id);
    return cursor == null || cursor.isAwaitData();
  }

  /** Completes when the cursor may have more documents; null if it is not tailable. */
  public CompletableFuture<Void> change(long id) {
    ClientCursor cursor = open.get(id);
    return cursor == null || !cursor.isAwaitData() ? null : cursor.change();
  }

  private static void checkOwner(ClientCursor cursor, CursorOwner owner) {
    if (cursor.owner().equals(owner)) {
      return;
    }
    if (!cursor.owner().user().equals(owner.user())) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED,
          "cursor id " + cursor.id() + " was not created by the authenticated user");
    }
    if (cursor.owner().session() == null) {
      throw new MongoException(
          50736,
          "Cannot run getMore on cursor "
              + cursor.id()
              + ", which was not created in a session, in a session");
    }
    String cannot = "Cannot run getMore on cursor " + cursor.id() + ", which was ";
    if (!cursor.owner().session().equals(owner.session())) {
      throw new MongoException(50737, cannot + "created in another session");
    }
    if (!cursor.owner().isInTransaction()) {
      throw new MongoException(50739, cannot + "not created in a transaction, in a transaction");
    }
    if (!owner.isInTransaction()) {
      throw new MongoException(50740, cannot + "created in a transaction, without a txnNumber");
    }
    throw new MongoException(50741, cannot + "created in another transaction");
  }

  /**
   * Kills a cursor; false if it does not exist.
   *
   * @param user of the caller
   * @param anybodys where cursors of other users may be killed
   */
  public boolean kill(long id, String user, Predicate<Namespace> anybodys) {
    ClientCursor cursor = open.get(id);
    if (cursor == null) {
      return false;
    }
    if (!cursor.owner().user().equals(user) && !anybodys.test(cursor.namespace())) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "not authorized to kill cursor " + id + " of another user");
    }
    return end(id, cursor);
  }

  /** Kills all cursors on collections; a change stream ends by an event of its own. */
  public void killAll(Predicate<Namespace> names) {
    killWhere(cursor -> !cursor.isChangeStream() && names.test(cursor.namespace()));
  }

  public void killBySession(SessionId session) {
    killWhere(cursor -> session.equals(cursor.owner().session()));
  }

  public void killByTransaction(SessionId session, long number) {
    killWhere(cursor -> cursor.owner().isOf(session, number));
  }

  public void killByUser(String user) {
    killWhere(cursor -> cursor.owner().user().equals(user));
  }

  private void killWhere(Predicate<ClientCursor> which) {
    open.forEach(
        (id, cursor) -> {
          if (which.test(cursor)) {
            end(id, cursor);
          }
        });
  }

  private void sweep() {
    long now = realTime.nanoTime();
    if (now - sweptNanos >= SWEEP_NANOS) {
      sweptNanos = now;
      open.forEach(
          (id, cursor) -> {
            if (cursor.isIdleSince(now - IDLE_NANOS_MAX) && end(id, cursor)) {
              timedOut.increment();
            }
          });
    }
  }

  public void close() {
    killWhere(cursor -> true);
  }
}
