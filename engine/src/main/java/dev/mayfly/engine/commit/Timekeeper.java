package dev.mayfly.engine.commit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.format.NumberRow;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instants that requests are judged at. Every second that anyone was shown is stored, so that
 * the clock does not run backwards across a restart (B6): commits store theirs on the way; a second
 * that only readers saw is stored by a commit of its own, at most one a second and none while idle.
 * The reader does not wait for it.
 */
public final class Timekeeper {
  private static final Logger log = LoggerFactory.getLogger(Timekeeper.class);

  private final TtlClock clock;
  private final Storage storage;
  private final AtomicLong shownSecond;
  private final AtomicLong storedSecond;
  private final InFlight inFlight = new InFlight();

  private Timekeeper(TtlClock clock, Storage storage, long storedSecond) {
    this.clock = clock;
    this.storage = storage;
    this.shownSecond = new AtomicLong(storedSecond);
    this.storedSecond = new AtomicLong(storedSecond);
  }

  /** Resumes the clock from the second that the store has reached. */
  public static Timekeeper resume(TtlClock clock, Storage storage) {
    requireNonNull(clock, "clock");
    byte[] row = storage.get(Table.META, MetaKeys.CLOCK);
    long stored = NumberRow.decode(row, Long.MIN_VALUE);
    if (row != null) {
      clock.resumeFrom(stored);
    }
    return new Timekeeper(clock, storage, stored);
  }

  public TtlClock clock() {
    return clock;
  }

  /** The instant of a request, to be taken once and before its snapshot (B4). */
  public long nowSecond() {
    long now = clock.epochSecond();
    long shown = shownSecond.get();
    if (now > shown && shownSecond.compareAndSet(shown, now)) {
      storage.submit(new StoreSecond(now), (ignored, failure) -> stored(now, failure));
    }
    return now;
  }

  /**
   * The instant of a request that reads many items; every write of an earlier instant is committed
   * when this returns, so the snapshot that follows misses none of them.
   */
  public long nowBeforeSnapshot() {
    long now = nowSecond();
    inFlight.awaitBefore(now);
    return now;
  }

  /** Returns when no write of an instant before that one is being committed. */
  public void awaitWritesBefore(long nowSecond) {
    inFlight.awaitBefore(nowSecond);
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

  /**
   * Stores the instant of a group in that very group, unless it is known to be stored: a reader's
   * may still be on its way, and the group must not be kept without its second.
   */
  void groupEnds(WriteView view, long second) {
    if (second > storedSecond.get()) {
      view.put(Table.META, MetaKeys.CLOCK, NumberRow.encode(second));
    }
  }

  void groupCommitted(long second) {
    storedSecond.accumulateAndGet(second, Math::max);
    shownSecond.accumulateAndGet(second, Math::max);
  }

  private void stored(long second, Throwable failure) {
    if (failure == null) {
      storedSecond.accumulateAndGet(second, Math::max);
    } else {
      log.warn("The clock's second could not be stored: {}", failure.getMessage());
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
