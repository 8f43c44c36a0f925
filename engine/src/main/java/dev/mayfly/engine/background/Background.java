package dev.mayfly.engine.background;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.operation.KeysAhead;
import dev.mayfly.engine.registry.Catalog;
import dev.mayfly.engine.registry.IndexRegistry;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The purge and the other background work of a store.
 *
 * <p>The purge spends only what users leave. A container with provisioned throughput has an account
 * for it: in each second at most what users left in the second before (C1, kept by the budget). A
 * container without has no account; there the machine's idle time is what is left. The store counts
 * as busy while requests came within the last {@link #QUIET_NANOS}; then the purge rests, but once
 * the oldest dead item has waited {@link #PATIENCE_SECONDS} it gets a share: one slice of {@link
 * #SLICE_NANOS} in {@link #SHARE} times that, and the more the longer it has waited, so that disk
 * use stays bounded under any steady load (C8). Containers take turns, a slice each (C6).
 *
 * <p>Constants:
 *
 * <ul>
 *   <li>{@code SLICE_NANOS}, 1 ms: a request that arrives during a slice waits for it at most.
 *   <li>{@code IDLE_SLICE_NANOS}, 4 ms: while no requests come, longer slices save commits.
 *   <li>{@code SLICE_ROWS}, 4096: bounds a slice's memory.
 *   <li>{@code QUIET_NANOS}, 2 ms: shorter than any pause between two users, longer than one
 *       between two requests of a busy one.
 *   <li>{@code SHARE}, 20: 5 percent of the writer's time.
 *   <li>{@code SHARE_AT_MOST}, 5: 20 percent. Deleting costs a fraction of writing, so this keeps
 *       up with any load that leaves the rest of the time to users.
 *   <li>{@code PATIENCE_SECONDS}, 5: the share is twice as large after twice that, and so on.
 *   <li>{@code BUSY_MILLIS}, 2: how soon a purge that had to rest checks again.
 *   <li>{@code REST_MILLIS}, 100: how soon it checks when nothing was due; deadlines are at the
 *       full second, and it wakes up for that too.
 * </ul>
 */
public final class Background implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Background.class);

  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long IDLE_SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
  private static final int SLICE_ROWS = 4096;
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final int SHARE = 20;
  private static final int SHARE_AT_MOST = 5;
  private static final long PATIENCE_SECONDS = 5;
  private static final long BUSY_MILLIS = 2;
  private static final long REST_MILLIS = 100;
  private static final long FOLD_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final CommitOptions REMOVING = CommitOptions.BACKGROUND.removing();

  private final Storage storage;
  private final Committer committer;
  private final Catalog catalog;
  private final Counts counts;
  private final Timekeeper timekeeper;
  private final RealTime realTime;
  private final Activity activity;
  private final DateBuild dateBuild;
  private final IndexBuild indexBuild;
  private final AutomaticIndexing automaticIndexing;
  private final PartitionRemoval partitionRemoval;
  private final EventRecording eventRecording;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wake = lock.newCondition();
  private Thread thread;
  private volatile boolean closed;
  private volatile boolean paused;
  private volatile boolean held;
  private volatile long rounds;
  private volatile long passes;
  private long lastPassSecond = Long.MIN_VALUE;
  private volatile long visits;
  private int rotation;
  private long lastFoldNanos;
  private long lastTrimSecond = Long.MIN_VALUE;
  private long shareFromNanos;
  private boolean resting;

  /** Whether something that the purge may remove was due and is left, as of this round. */
  private boolean unfinished;

  public Background(
      Storage storage,
      Committer committer,
      Catalog catalog,
      Counts counts,
      Timekeeper timekeeper,
      RealTime realTime,
      Activity activity) {
    this.storage = requireNonNull(storage, "storage");
    this.committer = requireNonNull(committer, "committer");
    this.catalog = requireNonNull(catalog, "catalog");
    this.counts = requireNonNull(counts, "counts");
    this.timekeeper = requireNonNull(timekeeper, "timekeeper");
    this.realTime = requireNonNull(realTime, "realTime");
    this.activity = requireNonNull(activity, "activity");
    this.dateBuild = new DateBuild(catalog);
    IndexRegistry indexes = new IndexRegistry(committer, catalog);
    this.indexBuild = new IndexBuild(indexes, committer, storage);
    this.automaticIndexing = new AutomaticIndexing(indexes, realTime);
    this.partitionRemoval = new PartitionRemoval();
    this.eventRecording = new EventRecording(catalog);
    this.held = storage.get(Table.META, MetaKeys.PURGE_HOLD) != null;
    this.lastFoldNanos = realTime.nanoTime();
    this.shareFromNanos = lastFoldNanos;
  }

  /** Lets a thread of its own do the work from now on. */
  public void start() {
    thread = new Thread(this::loop, "mayfly-background");
    thread.setDaemon(true);
    thread.start();
    timekeeper.clock().onMove(this::wakeUp);
  }

  /** Pauses the purge until {@link #resume}; invisible to readers (B3). */
  public void pause() {
    paused = true;
  }

  public void resume() {
    paused = false;
    wakeUp();
  }

  public boolean isPaused() {
    return paused;
  }

  /**
   * At how many seconds of the TTL clock nothing was left of what was due and may be purged, since
   * the engine opened. A round that gave way to users, or had no request units, is no pass.
   */
  public long passesTotal() {
    return passes;
  }

  public long roundsTotal() {
    return rounds;
  }

  /** How many containers were visited in all rounds: only those that had, or may have had, work. */
  public long visitsTotal() {
    return visits;
  }

  /** True if the purge waits for {@link #confirm}, in the whole store or in some container (C9). */
  public boolean isHeld() {
    return held || catalog.all().stream().anyMatch(Background::isHeld);
  }

  /** True if the whole store waits for {@link #confirm} because it was restored (C9). */
  public boolean isHeldByRestore() {
    return held;
  }

  private static boolean isHeld(OpenContainer container) {
    return container.snapshot().state().purgeHeld();
  }

  /** Lets the purge begin after a restore; imports of old data are waited for as before. */
  public void confirmRestore() {
    committer.execute(
        transaction -> {
          transaction.delete(Table.META, MetaKeys.PURGE_HOLD);
          transaction.afterCommit(() -> held = false);
          return null;
        },
        CommitOptions.EXCLUSIVE.removing());
    wakeUp();
  }

  /** How many items were looked through for a date TTL that is being built. */
  public long datedItems(OpenContainer container, int source) {
    return dateBuild.seenItems(container, source);
  }

  /** Lets the purge begin after a restore or an import of old data. */
  public void confirm() {
    committer.execute(
        transaction -> {
          transaction.delete(Table.META, MetaKeys.PURGE_HOLD);
          for (OpenContainer container : catalog.all()) {
            if (isHeld(container)) {
              catalog.put(
                  transaction, container, container.snapshot().state().withPurgeHeld(false));
            }
          }
          transaction.afterCommit(() -> held = false);
          return null;
        },
        CommitOptions.EXCLUSIVE.removing());
    wakeUp();
  }

  /** Something may be due: checks now instead of at the next second. */
  public void wakeUp() {
    lock.lock();
    try {
      wake.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void loop() {
    while (!closed) {
      try {
        boolean more = round();
        long millis = Math.min(REST_MILLIS, timekeeper.clock().millisToNextSecond());
        waitFor(more ? 0 : resting ? BUSY_MILLIS : millis);
      } catch (EngineException e) {
        if (e.code() == ErrorCode.CLOSED) {
          return;
        }
        log.warn("Background work is interrupted: {}", e.getMessage());
        waitFor(1000);
      } catch (RuntimeException e) {
        log.error("Background work failed", e);
        waitFor(1000);
      }
    }
  }

  private void waitFor(long millis) {
    if (millis <= 0) {
      return;
    }
    lock.lock();
    try {
      if (!closed) {
        wake.await(millis, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Visits each container that has work by now, once; true if the next round should follow at once.
   * For the thread of the background, and for tests that have none.
   */
  public boolean round() {
    rounds++;
    resting = false;
    unfinished = false;
    long nanos = realTime.nanoTime();
    if (counts.shouldFold() || nanos - lastFoldNanos >= FOLD_NANOS) {
      lastFoldNanos = nanos;
      foldCounts();
    }
    long now = timekeeper.clock().epochSecond();
    List<OpenContainer> due = catalog.schedule().takeDue(now);
    boolean more = false;
    try {
      for (int i = 0; i < due.size() && !closed; i++) {
        more |= serve(due.get(Math.floorMod(rotation + i, due.size())), now);
      }
    } catch (RuntimeException e) {
      due.forEach(container -> container.workAt(now));
      throw e;
    }
    due.forEach(container -> container.workAt(nextWorkSecond(container, now)));
    rotation++;
    if (lastTrimSecond != now && committer.operationLog().needsTrim(now)) {
      run(committer.operationLog()::trim);
    }
    lastTrimSecond = now;
    if (!unfinished && !paused && !held && !closed && now != lastPassSecond) {
      lastPassSecond = now;
      passes++;
    }
    return more;
  }

  private boolean serve(OpenContainer container, long now) {
    visits++;
    boolean recording = addRows(() -> record(container, SLICE_ROWS));
    boolean more = recording;
    boolean idle = activity.isQuietFor(QUIET_NANOS, realTime.nanoTime());
    if (lastTrimSecond != now && LogTrim.isNeeded(container, counts)) {
      more |= remove(new LogTrim(catalog, counts, container, slice(idle)));
    }
    more |= addRows(() -> build(container, slice(idle)));
    if (PartitionRemoval.isNeeded(container) && mayPurge(container, idle, PATIENCE_SECONDS)) {
      more |= remove(partitionRemoval.slice(container, slice(idle)));
    }
    if (isDue(container)) {
      PurgeSlice.Stop stop = null;
      boolean early = recording && !EventRecording.isDone(container, container.deadSinceSecond());
      if (!early && mayPurge(container, idle, secondsBehind(container))) {
        stop = purge(container, slice(idle)).stop();
        more |= stop == PurgeSlice.Stop.FULL;
      }
      unfinished |= stop != PurgeSlice.Stop.DONE && !isHeld(container);
    }
    unfinished |= DateBuild.building(container) >= 0;
    return more;
  }

  /** When a container has work next, as of now; later changes schedule their own work. */
  private long nextWorkSecond(OpenContainer container, long now) {
    boolean unfinished =
        DateBuild.building(container) >= 0
            || IndexBuild.isNeeded(container)
            || PartitionRemoval.isNeeded(container);
    if (unfinished) {
      return now;
    }
    ContainerDefinition definition = container.snapshot().definition();
    boolean everySecond =
        definition.expiryEvents() != null
            || definition.allVersions() != null
            || LogTrim.isNeeded(container, counts)
            || automaticIndexing.isNeeded(container);
    long deadline = container.nextDeadlineSecond();
    return everySecond ? Math.min(deadline, now + 1) : deadline;
  }

  private boolean isDue(OpenContainer container) {
    return container.nextDeadlineSecond() <= timekeeper.clock().epochSecond();
  }

  private boolean mayPurge(OpenContainer container, boolean idle, long secondsBehind) {
    if (paused || held || isHeld(container)) {
      return false;
    }
    if (!container.budget().isUnlimited() || idle) {
      return true;
    }
    resting = true;
    long patiences = secondsBehind / PATIENCE_SECONDS;
    long nanos = realTime.nanoTime();
    if (patiences < 1 || nanos < shareFromNanos) {
      return false;
    }
    shareFromNanos = nanos + SLICE_NANOS * Math.max(SHARE / patiences, SHARE_AT_MOST);
    return true;
  }

  /** How long the oldest dead item of a container has waited, as far as is known. */
  private long secondsBehind(OpenContainer container) {
    long since = container.deadSinceSecond();
    // Unknown before the first pass, and where only marks say what is dead.
    boolean known = since != Long.MIN_VALUE && since != Long.MAX_VALUE;
    return known ? timekeeper.clock().epochSecond() - since : PATIENCE_SECONDS;
  }

  private SliceLimits slice(boolean idle) {
    return new SliceLimits(realTime, SLICE_ROWS, idle ? IDLE_SLICE_NANOS : SLICE_NANOS);
  }

  private boolean build(OpenContainer container, SliceLimits limits) {
    boolean more = DateBuild.building(container) >= 0 && run(dateBuild.slice(container, limits));
    automaticIndexing.maintain(container);
    return IndexBuild.isNeeded(container) && indexBuild.step(container, limits) || more;
  }

  /** Does work that adds rows; on a full disk it waits, and the purge continues. */
  private static boolean addRows(BooleanSupplier work) {
    try {
      return work.getAsBoolean();
    } catch (EngineException e) {
      if (e.code() == ErrorCode.DISK_FULL) {
        return false;
      }
      throw e;
    }
  }

  private boolean run(Write<Boolean> slice) {
    return committer.execute(slice, CommitOptions.BACKGROUND);
  }

  private boolean remove(Write<Boolean> slice) {
    return committer.execute(slice, REMOVING);
  }

  private PurgeSlice.Result purge(OpenContainer container, SliceLimits limits) {
    long before = container.nextDeadlineSecond();
    PurgeSlice.Result result = purge(container, limits, null);
    if (result.large() != null && result.items() == 0) {
      // Computed on this thread, not on that of the commits.
      byte[] row = storage.get(Table.ITEMS, result.large());
      result = purge(container, limits, KeysAhead.of(container.snapshot(), row));
    }
    if (result.stop() == PurgeSlice.Stop.DONE) {
      container.nothingDueBefore(before, result.nextDeadlineSecond());
      container.backlogSince(Long.MAX_VALUE);
    } else {
      container.backlogSince(result.nextDeadlineSecond());
    }
    return result;
  }

  private PurgeSlice.Result purge(OpenContainer container, SliceLimits limits, KeysAhead ahead) {
    return committer.execute(new PurgeSlice(catalog, container, limits, ahead), REMOVING);
  }

  /** Records what has expired up to now, where that is asked for (F3); true if there is more. */
  private boolean record(OpenContainer container, int rows) {
    return EventRecording.isNeeded(container, timekeeper.clock().epochSecond())
        && run(eventRecording.slice(container, new SliceLimits(realTime, rows, IDLE_SLICE_NANOS)));
  }

  /** Folds the deltas of the counts into their buckets. */
  public void foldCounts() {
    if (counts.pendingDeltas() > 0) {
      committer.execute(counts.fold(), REMOVING);
    }
  }

  /**
   * Purges at most so many items of a container now, if the purge may; for tests and tools that
   * have no background thread. Returns how many.
   */
  public int purgeNow(OpenContainer container, int itemsMax) {
    if (paused || held || isHeld(container)) {
      return 0;
    }
    SliceLimits limits = new SliceLimits(realTime, itemsMax, Long.MAX_VALUE);
    return purge(container, limits).items();
  }

  /**
   * Gives at most so many items of a container their rows in an index that is being built; for
   * tests and tools that have no background thread. True if there is more to do.
   */
  public boolean buildNow(OpenContainer container, int itemsMax) {
    automaticIndexing.maintain(container);
    return IndexBuild.isNeeded(container)
        && indexBuild.step(container, new SliceLimits(realTime, itemsMax, Long.MAX_VALUE));
  }

  /** Does everything else that is waiting, and returns when nothing is left. */
  public void catchUp() {
    for (OpenContainer container : List.copyOf(catalog.all())) {
      SliceLimits limits = new SliceLimits(realTime, SLICE_ROWS, Long.MAX_VALUE);
      while (record(container, SLICE_ROWS)) {}
      while (LogTrim.isNeeded(container, counts)
          && remove(new LogTrim(catalog, counts, container, limits))) {}
      while (DateBuild.building(container) >= 0) {
        run(dateBuild.slice(container, limits));
      }
      automaticIndexing.maintain(container);
      while (IndexBuild.isNeeded(container)) {
        indexBuild.step(container, limits);
      }
      while (!paused
          && !held
          && PartitionRemoval.isNeeded(container)
          && remove(partitionRemoval.slice(container, limits))) {}
    }
    if (committer.operationLog().needsTrim(timekeeper.clock().epochSecond())) {
      run(committer.operationLog()::trim);
    }
    foldCounts();
  }

  @Override
  public void close() {
    closed = true;
    wakeUp();
    if (thread != null) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(30));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
