package dev.mayfly.engine.clock;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clock of production (rule B6): follows the wall clock as long as that can be believed, and
 * never runs backwards.
 *
 * <p>There is one timeline that is believed. Ordinarily it is the wall clock. What the clock
 * returns is the highest second that the believed time ever reached: when the believed time goes
 * back, the clock stands still until it has caught up.
 *
 * <p>Each call compares how far wall clock and nanoTime went since the last {@link Anchor}. If they
 * agree, that was all: two readings and a few comparisons. If not, the machine's uptime, which
 * counts suspend, shows by how much the wall clock stepped:
 *
 * <ul>
 *   <li>not at all: the machine was suspended, or the clock drifts: the wall clock is followed;
 *   <li>forward within the bound, or any distance if the bound is 0: adopted;
 *   <li>backward within the bound: followed, that is, waited out;
 *   <li>otherwise: not believed. The believed time advances by uptime from where it was, until the
 *       wall clock comes back (the step is undone, up to the bound for backward steps), or {@link
 *       #confirmStep}.
 * </ul>
 *
 * <p>Not promised: steps made while no process runs. A start believes the wall clock, provided that
 * it is not behind the stored time; so a restart adopts a forward step that was not believed.
 */
public final class SystemTtlClock implements TtlClock {
  private static final Logger LOG = LoggerFactory.getLogger(SystemTtlClock.class);

  /** A sample whose readings lie further apart than this was interrupted and is taken again. */
  private static final long SAMPLE_NANOS = 20_000_000;

  private static final int SAMPLE_TRIES = 5;

  private final WallTime time;
  private final ClockSettings settings;
  private final MoveListeners listeners = new MoveListeners();
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicLong highestSecond = new AtomicLong(Long.MIN_VALUE);

  /** Written with the lock held. */
  private volatile Anchor anchor;

  /** The clock of this machine with the ordinary bounds. */
  public SystemTtlClock() {
    this(WallTime.system(), ClockSettings.DEFAULT);
  }

  public SystemTtlClock(WallTime time, ClockSettings settings) {
    this.time = requireNonNull(time, "time");
    this.settings = requireNonNull(settings, "settings");
    anchor = sample().following();
    raise(anchor.believedMillis());
  }

  @Override
  public long epochSecond() {
    return raise(believedMillis());
  }

  @Override
  public long epochMilli() {
    long believedMillis = believedMillis();
    return Math.max(believedMillis, raise(believedMillis) * 1000);
  }

  /**
   * {@inheritDoc}
   *
   * <p>With {@link ClockSettings#acceptClockBehind} a start far behind the stored time is accepted,
   * and the clock continues from the stored time, ahead of the wall clock, as after a large
   * backward step while running. Accepting means that the store must work now: so an item with a
   * ttl of n seconds still lives n seconds. If the clock stood still instead, nothing would expire
   * until the wall clock has caught up, and after a mistake of years that is never. The price is
   * that {@code _ts} stays ahead of the wall clock and that the next start must accept again;
   * {@link Status#unbelievedStepSeconds} shows by how much. Where the distance is short enough to
   * wait out, {@link #confirmStep} makes the clock stand still until the wall clock has caught up,
   * after which everything is as it was.
   */
  @Override
  public void resumeFrom(long storedEpochSecond) {
    if (!EpochSeconds.isValid(storedEpochSecond)) {
      throw new EngineException(
          ErrorCode.CORRUPTED,
          "The store's time is epoch second %d, which is not between 0 and %d; restore a backup."
              .formatted(storedEpochSecond, EpochSeconds.MAX));
    }
    boolean moved;
    lock.lock();
    try {
      moved = settle();
      long believedSecond = Math.floorDiv(anchor.believedMillis(), 1000);
      long behindSeconds = storedEpochSecond - believedSecond;
      if (behindSeconds > settings.backwardBoundSeconds()) {
        if (!settings.acceptClockBehind()) {
          throw clockBehind(believedSecond, storedEpochSecond);
        }
        anchor = anchor.believing(storedEpochSecond * 1000);
        LOG.warn(
            "The machine's clock ({}) is {} s behind the time of the store ({}), which was"
                + " accepted: TTL time continues from the time of the store, ahead of the machine's"
                + " clock. Confirm the step to let TTL time stand still until the machine's clock"
                + " has caught up.",
            EpochSeconds.iso(believedSecond),
            behindSeconds,
            EpochSeconds.iso(storedEpochSecond));
      } else if (behindSeconds > 0) {
        LOG.info(
            "The machine's clock is {} s behind the time of the store; TTL time stands still until"
                + " it has caught up.",
            behindSeconds);
      }
      raiseToSecond(storedEpochSecond);
    } finally {
      lock.unlock();
    }
    if (moved) {
      listeners.moved();
    }
  }

  @Override
  public long millisToNextSecond() {
    long believedMillis = believedMillis();
    long nextMillis = (raise(believedMillis) + 1) * 1000;
    return Math.min(1000, nextMillis - believedMillis);
  }

  @Override
  public void onMove(Runnable listener) {
    listeners.add(listener);
  }

  @Override
  public Status status() {
    long second = epochSecond();
    // Rounded: the two readings that the distance comes from are not from the same moment.
    return new Status(second, false, Math.floorDiv(anchor.stepMillis() + 500, 1000));
  }

  @Override
  public void confirmStep() {
    boolean moved;
    lock.lock();
    try {
      moved = settle();
      Anchor was = anchor;
      if (was.holding()) {
        raise(was.believedMillis());
        anchor = was.following();
        raise(anchor.believedMillis());
        LOG.info(
            "The wall clock's step of {} s was confirmed; TTL time is {}",
            was.stepMillis() / 1000,
            EpochSeconds.iso(highestSecond.get()));
        moved = true;
      }
    } finally {
      lock.unlock();
    }
    if (moved) {
      listeners.moved();
    }
  }

  private long believedMillis() {
    Anchor was = anchor;
    long wallMillis = time.wallMillis();
    long nano = time.nanoTime();
    if (!was.agrees(wallMillis, nano)) {
      lock.lock();
    } else if (!was.isOld(nano) || !lock.tryLock()) {
      return was.believedMillis(wallMillis, nano);
    }
    boolean moved;
    long believedMillis;
    try {
      moved = settle();
      believedMillis = anchor.believedMillis();
    } finally {
      lock.unlock();
    }
    if (moved) {
      listeners.moved();
    }
    return believedMillis;
  }

  /**
   * Reads all sources, decides what to believe and sets the anchor anew. The lock is held.
   *
   * @return true if a forward step was adopted, for the caller to notify the listeners after
   *     unlocking
   */
  private boolean settle() {
    Anchor was = anchor;
    Anchor.Sample now = sample();
    long believedMillis = was.believedMillisAt(now);
    long stepMillis = now.wallMillis() - believedMillis;
    if (!was.jumpedTo(now)) {
      // Drift alone never carries a step that is not believed across a bound. But a step that was
      // slewed away is undone.
      boolean undone = was.holding() && Anchor.isUndone(was.stepMillis(), stepMillis);
      anchor = was.holding() && !undone ? now.holding(believedMillis) : now.following();
      if (undone) {
        LOG.info("The wall clock has come back to TTL time, which follows it again");
      }
      return false;
    }
    boolean believable = isBelievable(was, stepMillis);
    // Up to here the time has certainly come, asked for or not.
    raise(believedMillis);
    anchor = believable ? now.following() : now.holding(believedMillis);
    raise(anchor.believedMillis());
    if (believable) {
      LOG.info("The wall clock stepped to {} ms from TTL time, which follows it", stepMillis);
    } else {
      logUnbelieved(stepMillis, believedMillis, now.wallMillis());
    }
    return believable && stepMillis > Anchor.TOLERANCE_MILLIS;
  }

  private boolean isBelievable(Anchor was, long stepMillis) {
    long nearMillis = Math.max(Anchor.TOLERANCE_MILLIS, settings.backwardBoundSeconds() * 1000);
    if (was.holding() && Long.signum(was.stepMillis()) == Long.signum(stepMillis)) {
      // Still on the same side: what remains of a step that is not believed is not believed
      // either, however small a part of it, unless it is near enough to be an undoing by hand.
      return Math.abs(stepMillis) <= nearMillis;
    }
    if (stepMillis < 0) {
      return -stepMillis <= settings.backwardBoundSeconds() * 1000;
    }
    long forwardMillis = settings.forwardBoundSeconds() * 1000;
    return forwardMillis == 0 || stepMillis <= forwardMillis;
  }

  private static void logUnbelieved(long stepMillis, long believedMillis, long wallMillis) {
    LOG.warn(
        "The wall clock ({}) stepped {} s away from TTL time ({}), which is not believed: TTL time"
            + " advances by the machine's uptime, and nothing expires because of the step. If the"
            + " wall clock is right, confirm the step on the admin port; if it is wrong, set it"
            + " right. A restart would go by the wall clock.",
        EpochSeconds.iso(Math.floorDiv(wallMillis, 1000)),
        stepMillis / 1000,
        EpochSeconds.iso(Math.floorDiv(believedMillis, 1000)));
  }

  private static EngineException clockBehind(long believedSecond, long storedEpochSecond) {
    return new EngineException(
        ErrorCode.CLOCK_BEHIND,
        ("The machine's clock says %s, but the store has already seen %s, %d seconds later."
                + " Set the machine's clock right and start again; or, if it is right, start with"
                + " --accept-clock-behind: TTL time then continues from the time of the store.")
            .formatted(
                EpochSeconds.iso(believedSecond),
                EpochSeconds.iso(storedEpochSecond),
                storedEpochSecond - believedSecond));
  }

  /** The readings, taken as close together as a few tries allow. */
  private Anchor.Sample sample() {
    Anchor.Sample best = null;
    long bestNanos = Long.MAX_VALUE;
    for (int i = 0; i < SAMPLE_TRIES && bestNanos > SAMPLE_NANOS; i++) {
      long nano = time.nanoTime();
      Anchor.Sample sample = new Anchor.Sample(time.wallMillis(), nano, time.uptimeMillis());
      long nanos = time.nanoTime() - nano;
      if (best == null || nanos < bestNanos) {
        best = sample;
        bestNanos = nanos;
      }
    }
    return best;
  }

  private long raise(long believedMillis) {
    return raiseToSecond(Math.floorDiv(believedMillis, 1000));
  }

  private long raiseToSecond(long second) {
    long highest = highestSecond.get();
    while (second > highest) {
      if (highestSecond.compareAndSet(highest, second)) {
        return second;
      }
      highest = highestSecond.get();
    }
    return highest;
  }
}
