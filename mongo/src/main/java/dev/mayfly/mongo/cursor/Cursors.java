package dev.mayfly.mongo.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.session.SessionId;
import dev.mayfly.query.memory.MemoryPool;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * The cursors of a server. Those that nobody asks for are closed after ten minutes. What they keep,
 * sorted or grouped documents above all, is part of the memory of all requests: when that is used
 * up, a request ends idle cursors that keep more than it does, the longest idle first.
 */
public final class Cursors {
  /** How many documents a first batch has unless a client says otherwise. */
  public static final long FIRST_BATCH = 101;

  private static final int CURSORS_MAX = 10_000;
  private static final int USERS_MAX = CURSORS_MAX / 2;
  private static final int OWNED_MAX = 1_000;
  private static final long IDLE_NANOS_MAX = TimeUnit.MINUTES.toNanos(10);
  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(4);

  private final RealTime realTime;
  private final SecureRandom random = new SecureRandom();
  private final Map<Long, OpenCursor> open = new ConcurrentHashMap<>();
  private volatile long sweptNanos;

  /**
   * @param memory takes what idle cursors keep when it has no other
   */
  public Cursors(RealTime realTime, MemoryPool memory) {
    memory.addReclaimer(leastBytes -> endLongestIdle(each -> each.keptBytes() >= leastBytes));
    this.realTime = requireNonNull(realTime, "realTime");
    this.sweptNanos = realTime.nanoTime();
  }

  static MongoException notFound(long id) {
    return new MongoException(ErrorCodes.CURSOR_NOT_FOUND, "cursor id " + id + " not found");
  }

  public int size() {
    return open.size();
  }

  /**
   * The same, for a command that says of what fails meanwhile where it happened.
   *
   * @param doing "find command: " or the like; the namespace follows
   */
  public BsonDocument first(String doing, OpenCursor cursor, long batchSize, boolean single) {
    try {
      return first(cursor, batchSize, single);
    } catch (MongoException e) {
      throw e.in("Executor error during " + doing + cursor.namespace() + " :: caused by :: ");
    }
  }

  /** Delivers the first batch of a cursor and keeps it open if there is more. */
  public BsonDocument first(OpenCursor cursor, long batchSize, boolean single) {
    try {
      BsonArray batch = cursor.batch(batchSize);
      long id = 0;
      boolean nothingToTail = cursor.isTailable() && batch.isEmpty() && batchSize > 0;
      if (single || cursor.isOver() || nothingToTail) {
        cursor.close();
      } else {
        id = keep(cursor);
      }
      return reply(cursor.namespace(), id, "firstBatch", batch);
    } catch (RuntimeException | Error e) {
      cursor.close();
      throw e;
    }
  }

  public static BsonDocument reply(Namespace name, long id, String batchName, BsonArray batch) {
    BsonDocument cursor =
        new BsonDocument(batchName, batch)
            .append("id", new BsonInt64(id))
            .append("ns", new BsonString(name.toString()));
    return new BsonDocument("cursor", cursor);
  }

  private long keep(OpenCursor cursor) {
    sweep();
    checkCount(cursor);
    cursor.keepMemory();
    long id = newId();
    cursor.register(id);
    while (open.putIfAbsent(id, cursor) != null) {
      id = newId();
      cursor.register(id);
    }
    cursor.release(realTime.nanoTime());
    return id;
  }

  /** At a user's limit the user's own cursor is ended that has been idle longest. */
  private void checkCount(OpenCursor cursor) {
    CursorOwner owner = cursor.owner();
    boolean allowed =
        owner.session() == null || count(each -> owner.equals(each.owner())) < OWNED_MAX;
    if (allowed && open.size() >= USERS_MAX) {
      Predicate<OpenCursor> ofUser = each -> each.owner().user().equals(owner.user());
      allowed = count(ofUser) < USERS_MAX || endLongestIdle(ofUser);
    }
    if (!allowed || open.size() >= CURSORS_MAX) {
      throw new MongoException(
          ErrorCodes.OPERATION_FAILED,
          "Too many cursors are open: close some, or read them to their ends");
    }
  }

  private long count(Predicate<OpenCursor> which) {
    return open.values().stream().filter(which).count();
  }

  private boolean endLongestIdle(Predicate<OpenCursor> which) {
    OpenCursor longest = null;
    for (OpenCursor each : open.values()) {
      if (each.isDispensable()
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

  /** Ends a cursor that somebody may be using; false if another one has ended it. */
  private boolean end(long id, OpenCursor cursor) {
    boolean removed = open.remove(id, cursor);
    if (removed) {
      cursor.kill();
    }
    return removed;
  }

  private long newId() {
    return 1 + random.nextLong(Long.MAX_VALUE - 1);
  }

  private static BsonArray batch(OpenCursor cursor, long batchSize) {
    try {
      return cursor.batch(batchSize);
    } catch (MongoException e) {
      throw e.in("Executor error during getMore :: caused by :: ");
    }
  }

  /** Delivers the next batch of a cursor. */
  public BsonDocument more(
      CommandCall call, long id, Namespace name, CursorOwner owner, long batchSize) {
    sweep();
    OpenCursor cursor = open.get(id);
    if (cursor == null) {
      throw notFound(id);
    }
    if (!cursor.namespace().equals(name)) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED,
          "Requested getMore on namespace '"
              + name
              + "', but cursor belongs to a different namespace "
              + cursor.namespace());
    }
    checkOwner(cursor, owner);
    cursor.use(call);
    try {
      BsonArray batch = batch(cursor, batchSize);
      boolean over = cursor.isOver();
      if (over) {
        open.remove(id);
        cursor.close();
        return reply(name, 0, "nextBatch", batch);
      }
      if (!cursor.release(realTime.nanoTime())) {
        throw new MongoException(ErrorCodes.CURSOR_KILLED, "cursor was killed");
      }
      return reply(name, id, "nextBatch", batch);
    } catch (RuntimeException | Error e) {
      open.remove(id);
      cursor.close();
      throw e;
    }
  }

  /** Whether who asks that cursor waits for more. */
  public boolean isAwaiting(long id) {
    OpenCursor cursor = open.get(id);
    return cursor != null && cursor.isAwaiting();
  }

  /** Completed when there may be more in a cursor; null where nothing can be waited for. */
  public CompletableFuture<Void> change(long id) {
    OpenCursor cursor = open.get(id);
    return cursor == null || !cursor.isAwaiting() ? null : cursor.change();
  }

  private static void checkOwner(OpenCursor cursor, CursorOwner owner) {
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
    throw new MongoException(
        50737,
        "Cannot run getMore on cursor " + cursor.id() + ", which was created in another session");
  }

  /**
   * Ends a cursor of a collection; false if there is none.
   *
   * @param user who asks for it
   * @param anybodys whether cursors of others may be ended
   */
  public boolean kill(long id, Namespace name, String user, boolean anybodys) {
    OpenCursor cursor = open.get(id);
    if (cursor == null || !cursor.namespace().equals(name)) {
      return false;
    }
    if (!anybodys && !cursor.owner().user().equals(user)) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "not authorized to kill cursor " + id + " of another user");
    }
    return end(id, cursor);
  }

  /** Ends all cursors of such collections. */
  public void killAll(Predicate<Namespace> names) {
    killWhere(cursor -> names.test(cursor.namespace()));
  }

  /** Ends all cursors of a session. */
  public void killOwned(SessionId session) {
    killWhere(cursor -> session.equals(cursor.owner().session()));
  }

  /** Ends all cursors of a user, in sessions or not. */
  public void killOfUser(String user) {
    killWhere(cursor -> cursor.owner().user().equals(user));
  }

  private void killWhere(Predicate<OpenCursor> which) {
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
      killWhere(cursor -> cursor.isIdleSince(now - IDLE_NANOS_MAX));
    }
  }

  public void close() {
    killWhere(cursor -> true);
  }
}
