package dev.mayfly.mongo.transaction;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.StoreSnapshot;
import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.ReadConcern;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;

/**
 * Reads with the read concern {@code snapshot} outside of transactions: all batches of a cursor,
 * and all reads that name the same {@code atClusterTime}, see the store as of one commit. What has
 * expired since is not seen (D6). Snapshots are kept for some minutes and up to a number, above
 * which the longest unused ends. Thread safe.
 */
public final class SnapshotReads {
  /** As in MongoDB ({@code minSnapshotHistoryWindowInSeconds}). */
  public static final int WINDOW_SECONDS = 300;

  private static final int HELD_MAX = 128;
  private static final long SWEEP_MILLIS = 500;

  private final Backend backend;
  private final RealTime realTime;
  private final Map<String, Function<Backend, Command>> commands;
  private final TreeMap<Long, Held> held = new TreeMap<>(Long::compareUnsigned);
  private final AtomicBoolean sweeping = new AtomicBoolean();
  private volatile long windowNanos = TimeUnit.SECONDS.toNanos(WINDOW_SECONDS);

  private record Held(StoreSnapshot snapshot, Backend backend, long takenNanos) {}

  /**
   * @param commands those that can run on a snapshot
   */
  public SnapshotReads(
      Backend backend, RealTime realTime, Map<String, Function<Backend, Command>> commands) {
    this.backend = requireNonNull(backend, "backend");
    this.realTime = requireNonNull(realTime, "realTime");
    this.commands = Map.copyOf(commands);
  }

  /** Sets {@code minSnapshotHistoryWindowInSeconds}. */
  public void setWindowSeconds(int seconds) {
    windowNanos = TimeUnit.SECONDS.toNanos(seconds);
    sweep();
  }

  public int windowSeconds() {
    return (int) TimeUnit.NANOSECONDS.toSeconds(windowNanos);
  }

  /** How many snapshots are kept. */
  public synchronized int size() {
    return held.size();
  }

  /** Runs a command that was checked by {@link ReadConcern}. Called on network threads. */
  public void dispatch(CommandCall call) {
    call.client().execute(() -> run(call));
  }

  private void run(CommandCall call) {
    BsonDocument reply;
    try {
      BsonTimestamp at = ReadConcern.atClusterTime(call);
      Held snapshot = at == null ? newest() : known(at.getValue());
      reply = commands.get(call.name()).apply(snapshot.backend()).run(call);
      name(reply, snapshot.snapshot().time());
    } catch (RuntimeException | Error e) {
      call.fail(e);
      return;
    }
    call.reply(reply);
  }

  private static void name(BsonDocument reply, long time) {
    BsonValue cursor = reply.get("cursor");
    (cursor == null ? reply : cursor.asDocument()).append("atClusterTime", new BsonTimestamp(time));
  }

  private Held newest() {
    Engine engine = backend.engine();
    synchronized (this) {
      Held last = held.get(engine.lastTime());
      if (last != null) {
        return last;
      }
    }
    return keep(engine.snapshot());
  }

  private synchronized Held keep(StoreSnapshot taken) {
    Held known = held.get(taken.time());
    if (known != null) {
      taken.close();
      return known;
    }
    while (held.size() >= HELD_MAX) {
      endLongestUnused();
    }
    Held kept = new Held(taken, backend.in(taken), realTime.nanoTime());
    held.put(taken.time(), kept);
    sweepLater();
    return kept;
  }

  private void endLongestUnused() {
    Held longest = null;
    for (Held each : held.values()) {
      if (longest == null || each.snapshot().usedNanos() - longest.snapshot().usedNanos() < 0) {
        longest = each;
      }
    }
    held.remove(longest.snapshot().time());
    longest.snapshot().close();
  }

  private Held known(long time) {
    synchronized (this) {
      Held known = held.get(time);
      if (known != null) {
        return known;
      }
    }
    long last = backend.engine().lastTime();
    if (LogTime.isAfter(time, last)) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "readConcern atClusterTime value must not be greater than the current clusterTime.");
    }
    if (time == last) {
      Held taken = keep(backend.engine().snapshot());
      if (taken.snapshot().time() == time) {
        return taken;
      }
    }
    long ageSeconds = LogTime.second(last) - LogTime.second(time);
    throw ageSeconds >= windowSeconds()
        ? new MongoException(
            ErrorCodes.SNAPSHOT_TOO_OLD,
            "Read timestamp is older than the oldest available timestamp.")
        : new MongoException(
            ErrorCodes.SNAPSHOT_UNAVAILABLE,
            "No snapshot was taken at that time, or it is no longer kept: read without"
                + " atClusterTime first, and then at the time of the answer.");
  }

  private void sweepLater() {
    if (sweeping.compareAndSet(false, true)) {
      CompletableFuture.delayedExecutor(SWEEP_MILLIS, TimeUnit.MILLISECONDS)
          .execute(
              () -> {
                sweeping.set(false);
                sweep();
              });
    }
  }

  private synchronized void sweep() {
    long now = realTime.nanoTime();
    for (Iterator<Held> all = held.values().iterator(); all.hasNext(); ) {
      Held each = all.next();
      if (now - each.takenNanos() >= windowNanos) {
        each.snapshot().close();
        all.remove();
      }
    }
    if (!held.isEmpty()) {
      sweepLater();
    }
  }

  /** Gives all up: the server stops. */
  public synchronized void close() {
    held.values().forEach(each -> each.snapshot().close());
    held.clear();
  }
}
