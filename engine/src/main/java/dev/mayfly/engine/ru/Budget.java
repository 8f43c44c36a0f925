package dev.mayfly.engine.ru;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.clock.RealTime;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a container, or a database whose containers share throughput, may spend in each second of
 * real time, and the account of its purge.
 *
 * <p>A request is admitted while the current window (second) has anything left; what it costs is
 * known and charged afterwards. So a window can be overdrawn by the requests in flight; the
 * overdraft is a debt that the following windows begin with.
 *
 * <p>The purge spends, in each window, at most what users left in the window before (rule C1). Its
 * account never enters {@link #admit}, {@link #consumedTotalCentiRu} or the debt (rule C2).
 *
 * <p>Without a limit everything is admitted and the purge may spend what it likes; when it rests is
 * then the purge's own business (rule C8). Safe for all threads; without a limit there is no lock.
 */
public final class Budget {
  private static final long UNLIMITED = Long.MAX_VALUE;
  private static final long WINDOW_NANOS = 1_000_000_000;

  /** More debt than this (centuries of 1 RU/s) is not remembered, to keep sums in range. */
  private static final long MAX_USED_CENTI_RU = 1L << 40;

  private final RealTime realTime;
  private final long originNano;
  private final LongAdder consumedTotal = new LongAdder();
  private final LongAdder throttledTotal = new LongAdder();
  private final LongAdder purgeTotal = new LongAdder();

  /** Hundredths per window, or UNLIMITED. Written with the lock held. */
  private volatile long budgetCentiRu;

  // Guarded by this.
  private long window;
  private long usedCentiRu;
  private long leftOverCentiRu;
  private long purgeSpentCentiRu;
  private long purgeSavedCentiRu;

  private Budget(RealTime realTime, long budgetCentiRu) {
    this.realTime = requireNonNull(realTime, "realTime");
    this.originNano = realTime.nanoTime();
    this.budgetCentiRu = budgetCentiRu;
  }

  public static Budget unlimited(RealTime realTime) {
    return new Budget(realTime, UNLIMITED);
  }

  public static Budget limited(RealTime realTime, long ruPerSecond) {
    return new Budget(realTime, toCentiRu(ruPerSecond));
  }

  /** The budget for a throughput that has a limit or none; SHARED has no budget of its own. */
  public static Budget of(RealTime realTime, Throughput throughput) {
    return new Budget(realTime, toCentiRu(throughput));
  }

  /**
   * Lets a request in.
   *
   * @throws TooManyRequestsException if what was consumed has reached the budget of this window
   */
  public void admit() {
    if (budgetCentiRu == UNLIMITED) {
      return;
    }
    long ruPerSecond;
    long retryAfterMillis;
    synchronized (this) {
      long nano = roll();
      long budget = budgetCentiRu;
      if (usedCentiRu < budget) {
        return;
      }
      ruPerSecond = budget / 100;
      retryAfterMillis = millisToWindow(window + usedCentiRu / budget, nano);
    }
    throttledTotal.increment();
    throw new TooManyRequestsException(ruPerSecond, retryAfterMillis);
  }

  /** Whether a request would not be let in now. */
  public boolean isSpent() {
    if (budgetCentiRu == UNLIMITED) {
      return false;
    }
    synchronized (this) {
      roll();
      return usedCentiRu >= budgetCentiRu;
    }
  }

  /** Books what a request cost, in the window in which it ends. */
  public void charge(long centiRu) {
    checkAmount(centiRu);
    consumedTotal.add(centiRu);
    if (budgetCentiRu == UNLIMITED) {
      return;
    }
    synchronized (this) {
      roll();
      usedCentiRu = Math.min(MAX_USED_CENTI_RU, usedCentiRu + Math.min(MAX_USED_CENTI_RU, centiRu));
    }
  }

  /** What users left in the previous window; Long.MAX_VALUE without a limit. */
  public long leftOverCentiRu() {
    if (budgetCentiRu == UNLIMITED) {
      return UNLIMITED;
    }
    synchronized (this) {
      roll();
      return leftOverCentiRu;
    }
  }

  /** What the purge may still spend in this window; Long.MAX_VALUE without a limit. */
  public long purgeAllowanceCentiRu() {
    if (budgetCentiRu == UNLIMITED) {
      return UNLIMITED;
    }
    synchronized (this) {
      roll();
      return allowance() + purgeSavedCentiRu;
    }
  }

  /**
   * Spends from the purge's account, all or nothing.
   *
   * <p>If the allowance does not suffice, what there is of it is put aside for the next windows, so
   * that an item that costs more than any window leaves is purged in the end. What is put aside
   * counts as spent in the window that it came from.
   *
   * @return false if the purge must wait for the next window
   */
  public boolean tryPurge(long centiRu) {
    checkAmount(centiRu);
    if (budgetCentiRu == UNLIMITED) {
      purgeTotal.add(centiRu);
      return true;
    }
    synchronized (this) {
      roll();
      long neededCentiRu = Math.max(0, centiRu - purgeSavedCentiRu);
      long takenCentiRu = Math.min(neededCentiRu, allowance());
      boolean enough = takenCentiRu == neededCentiRu;
      purgeSpentCentiRu += takenCentiRu;
      purgeSavedCentiRu += takenCentiRu - (enough ? centiRu : 0);
      purgeTotal.add(takenCentiRu);
      return enough;
    }
  }

  /**
   * Changes the limit at once. Consumption that was within the old limit does not become a debt
   * under the new one; a debt stays.
   */
  public synchronized void change(Throughput throughput) {
    long newBudget = toCentiRu(throughput);
    roll();
    long oldBudget = budgetCentiRu;
    long debt = Math.max(0, usedCentiRu - oldBudget);
    usedCentiRu = Math.min(Math.min(usedCentiRu, oldBudget), newBudget) + debt;
    if (newBudget == UNLIMITED || oldBudget == UNLIMITED) {
      // Nothing was measured, or will be: a limit begins with a clean sheet, nothing left over.
      usedCentiRu = 0;
      leftOverCentiRu = 0;
      purgeSpentCentiRu = 0;
      purgeSavedCentiRu = 0;
    }
    leftOverCentiRu = Math.min(leftOverCentiRu, newBudget);
    budgetCentiRu = newBudget;
  }

  public boolean isUnlimited() {
    return budgetCentiRu == UNLIMITED;
  }

  /** What requests have cost since the start. */
  public long consumedTotalCentiRu() {
    return consumedTotal.sum();
  }

  /** How many requests were not admitted since the start. */
  public long throttledTotal() {
    return throttledTotal.sum();
  }

  /** What the purge has spent since the start. */
  public long purgeTotalCentiRu() {
    return purgeTotal.sum();
  }

  /** Advances to the current window. The lock is held. */
  private long roll() {
    long nano = realTime.nanoTime();
    long currentWindow = (nano - originNano) / WINDOW_NANOS;
    long windows = currentWindow - window;
    if (windows <= 0) {
      return nano;
    }
    window = currentWindow;
    if (budgetCentiRu != UNLIMITED) {
      // All windows but the first of those that passed were idle: they only paid debt.
      long idleWindows = Math.min(windows - 1, MAX_USED_CENTI_RU / budgetCentiRu + 1);
      long usedInLast = Math.max(0, usedCentiRu - idleWindows * budgetCentiRu);
      leftOverCentiRu = Math.max(0, budgetCentiRu - usedInLast);
      usedCentiRu = Math.max(0, usedInLast - budgetCentiRu);
      purgeSpentCentiRu = 0;
    }
    return nano;
  }

  private long allowance() {
    return Math.max(0, leftOverCentiRu - purgeSpentCentiRu);
  }

  private long millisToWindow(long futureWindow, long nano) {
    long nanos = futureWindow * WINDOW_NANOS - (nano - originNano);
    return Math.max(1, (nanos + 999_999) / 1_000_000);
  }

  private static long toCentiRu(Throughput throughput) {
    return switch (throughput.kind()) {
      case NONE -> UNLIMITED;
      case MANUAL, AUTOSCALE -> toCentiRu(throughput.ruPerSecond());
      case SHARED -> throw new IllegalArgumentException("shared throughput has no budget itself");
    };
  }

  private static long toCentiRu(long ruPerSecond) {
    if (ruPerSecond < 1 || ruPerSecond > Throughput.MAX_RU_PER_SECOND) {
      throw new IllegalArgumentException("RU per second out of range: " + ruPerSecond);
    }
    return ruPerSecond * 100;
  }

  private static void checkAmount(long centiRu) {
    if (centiRu < 0) {
      throw new IllegalArgumentException("negative amount of RU: " + centiRu);
    }
  }
}
