package dev.mayfly.engine.commit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.ReplicatedClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.format.NumberRow;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instants that requests are judged at. Every second that anyone was shown is stored, so that
 * the clock does not run backwards across a restart (B6): commits store theirs on the way; a second
 * that only readers saw is stored by a commit of its own, at most one a second and none while idle.
 * The reader does not wait for it.
 *
 * <p>Where several nodes keep the store, the leader shows no second above a {@link TimeCeiling} and
 * commits each second, so that those who follow judge at it.
 */
public final class Timekeeper implements AutoCloseable {
  /**
   * A leader commits every second. A node that has heard none for this long refuses reads: what it
   * would show as alive may have expired (B7). Longer than a usual election.
   */
  private static final long SILENT_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

  private static final Logger log = LoggerFactory.getLogger(Timekeeper.class);

  /** How long a new leader waits for its clock to reach what was shown before. */
  private static final long BEHIND_SECONDS_MAX = 10;

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final TtlClock clock;
  private final Storage storage;
  private final AtomicLong shownSecond;
  private final AtomicLong storedSecond;
  private final InFlight inFlight = new InFlight();
  private final Mode mode;
  private final TimeCeiling ceiling;
  private final AtomicBoolean ticking = new AtomicBoolean();
  private volatile boolean closed;
  private Thread ticks;

  private enum Mode {
    ALONE,
    LEADS,
    FOLLOWS
  }

  private Timekeeper(
      TtlClock clock, Storage storage, long storedSecond, Mode mode, TimeCeiling ceiling) {
    this.clock = clock;
    this.storage = storage;
    this.shownSecond = new AtomicLong(storedSecond);
    this.storedSecond = new AtomicLong(storedSecond);
    this.mode = mode;
    this.ceiling = ceiling;
  }

  /** Resumes the clock from the second that the store has reached. */
  public static Timekeeper resume(TtlClock clock, Storage storage) {
    requireNonNull(clock, "clock");
    byte[] row = storage.get(Table.META, MetaKeys.CLOCK);
    long stored = NumberRow.decode(row, Long.MIN_VALUE);
    if (row != null) {
      clock.resumeFrom(stored);
    }
    return new Timekeeper(clock, storage, stored, Mode.ALONE, null);
  }

  /**
   * The same for the leader of a replicated store: waits until the clock has reached the ceiling of
   * the leader before, and raises its own from then on.
   *
   * @throws EngineException CLOCK_BEHIND if that would take long: this node's clock is wrong
   */
  public static Timekeeper lead(TtlClock clock, Storage storage) {
    requireNonNull(clock, "clock");
    long stored = NumberRow.decode(storage.get(Table.META, MetaKeys.CLOCK), Long.MIN_VALUE);
    long reached =
        Math.max(stored, NumberRow.decode(storage.get(Table.META, MetaKeys.CLOCK_CEILING), stored));
    if (reached != Long.MIN_VALUE) {
      awaitClock(clock, reached);
      clock.resumeFrom(reached);
    }
    return new Timekeeper(clock, storage, stored, Mode.LEADS, new TimeCeiling(reached));
  }

  private static void awaitClock(TtlClock clock, long reached) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BEHIND_SECONDS_MAX);
    while (!clock.status().frozen() && clock.epochSecond() < reached) {
      long behind = reached - clock.epochSecond();
      if (behind > BEHIND_SECONDS_MAX || System.nanoTime() - deadline > 0) {
        throw new EngineException(
            ErrorCode.CLOCK_BEHIND,
            "The clock of this node is "
                + behind
                + " s behind what the cluster has shown, so it can't lead. Set its clock (NTP)");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /** For a node that follows: the time is what the leader has committed. */
  public static Timekeeper follow(ReplicatedClock clock, Storage storage) {
    long stored = NumberRow.decode(storage.get(Table.META, MetaKeys.CLOCK), 0);
    clock.advanceTo(stored);
    return new Timekeeper(clock, storage, stored, Mode.FOLLOWS, null);
  }

  /** At a leader: commits each second that begins, beginning with this one. */
  public void start() {
    if (mode == Mode.LEADS) {
      ticks = new Thread(this::tick, "mayfly-seconds");
      ticks.setDaemon(true);
      ticks.start();
      clock.onMove(() -> LockSupport.unpark(ticks));
    }
  }

  private void tick() {
    while (!closed) {
      store(clock.epochSecond());
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.max(1, clock.millisToNextSecond())));
    }
  }

  public TtlClock clock() {
    return clock;
  }

  /** Whether another node decides what is committed. */
  public boolean isFollowing() {
    return mode == Mode.FOLLOWS;
  }

  /** The instant of a request, to be taken once and before its snapshot (B4). */
  public long nowSecond() {
    long now = clock.epochSecond();
    if (mode == Mode.ALONE) {
      long shown = shownSecond.get();
      if (now > shown && shownSecond.compareAndSet(shown, now)) {
        storage.submit(new StoreSecond(now), (ignored, failure) -> stored(now, failure));
      }
    } else if (mode == Mode.LEADS) {
      storage.requireCurrent();
      requireCovered(now);
    } else {
      storage.requireCurrent();
      requireHeard();
    }
    return now;
  }

  private void requireHeard() {
    if (clock instanceof ReplicatedClock replicated
        && replicated.silentNanos() > SILENT_NANOS_MAX) {
      throw new EngineException(
          ErrorCode.NO_QUORUM,
          "This node does not hear its leader, so it does not know what has expired. Read at"
              + " another node, or try again");
    }
  }

  private void requireCovered(long now) {
    if (!ceiling.covers(now)) {
      store(now);
      if (!ceiling.await(now, PATIENCE_NANOS)) {
        storage.requireCurrent();
        throw new EngineException(
            ErrorCode.NO_QUORUM,
            "Most nodes of the cluster have not confirmed the present second in time. Try again");
      }
    }
  }

  /** Commits a second, unless that is done or on its way. */
  private void store(long now) {
    if (now > storedSecond.get() && ticking.compareAndSet(false, true)) {
      try {
        storage.submit(
            new StoreSecond(now),
            (ignored, failure) -> {
              ticking.set(false);
              stored(now, failure);
            });
      } catch (EngineException e) {
        ticking.set(false);
        log.debug("The second could not be committed: {}", e.getMessage());
      }
    }
  }

  /**
   * The instant of a request that reads many items; every write of an earlier instant is committed
   * when this returns, so the snapshot that follows misses none of them.
   */
  public long nowBeforeSnapshot() {
    long now = nowSecond();
    awaitWritesBefore(now);
    return now;
  }

  /** Returns when no write of an instant before that one is being committed. */
  public void awaitWritesBefore(long nowSecond) {
    if (!inFlight.awaitBefore(nowSecond) && mode == Mode.LEADS) {
      storage.requireCurrent();
      throw new EngineException(
          ErrorCode.NO_QUORUM, "Writes of an earlier second are still being replicated. Try again");
    }
  }

  InFlight inFlight() {
    return inFlight;
  }

  /** The instant of a group of writes. */
  long groupSecond(long atLeast) {
    return Math.max(clock.epochSecond(), atLeast);
  }

  /** True while no later second has begun. */
  boolean isStill(long second) {
    return clock.epochSecond() <= second;
  }

  /** Whether a group of that instant is committed even if it wrote nothing, for its answers. */
  boolean mustCommit(long second) {
    return mode == Mode.LEADS && !ceiling.covers(second);
  }

  /**
   * Stores the instant of a group in that very group, unless it is known to be stored: a reader's
   * may still be on its way, and the group must not be kept without its second.
   */
  void groupEnds(WriteView view, long second) {
    if (second > storedSecond.get()) {
      view.put(Table.META, MetaKeys.CLOCK, NumberRow.encode(second));
    }
    if (mode == Mode.LEADS) {
      ceiling.stage(view, second);
    }
  }

  void groupCommitted(long second) {
    storedSecond.accumulateAndGet(second, Math::max);
    shownSecond.accumulateAndGet(second, Math::max);
    if (mode == Mode.LEADS) {
      ceiling.raise();
    }
  }

  void groupAbandoned() {
    if (mode == Mode.LEADS) {
      ceiling.giveUp();
    }
  }

  /** The store is empty and its clock has started again: no second was shown or stored yet. */
  void restarted() {
    shownSecond.set(Long.MIN_VALUE);
    storedSecond.set(Long.MIN_VALUE);
  }

  private void stored(long second, Throwable failure) {
    if (failure == null) {
      storedSecond.accumulateAndGet(second, Math::max);
    } else if (mode == Mode.ALONE) {
      log.warn("The clock's second could not be stored: {}", failure.getMessage());
    }
  }

  @Override
  public void close() {
    closed = true;
    if (ticks != null) {
      LockSupport.unpark(ticks);
    }
  }

  /** Stores a second that readers were shown. */
  private record StoreSecond(long second) implements Decision<Void> {
    @Override
    public Void decide(WriteView view) {
      byte[] row = view.get(Table.META, MetaKeys.CLOCK);
      if (NumberRow.decode(row, Long.MIN_VALUE) < second) {
        view.put(Table.META, MetaKeys.CLOCK, NumberRow.encode(second));
      }
      return null;
    }

    @Override
    public boolean needsSync() {
      return false;
    }

    @Override
    public boolean mayUseReserve() {
      return true;
    }
  }
}
