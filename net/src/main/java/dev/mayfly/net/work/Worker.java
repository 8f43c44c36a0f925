package dev.mayfly.net.work;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that works on one request at a time and measures the time that it uses. How that is
 * counted, and what it does next, is decided by {@link Workers}.
 */
final class Worker extends FastThreadLocalThread {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final boolean CPU_TIMED = THREADS.isCurrentThreadCpuTimeSupported();

  /** Between two measurements of processor time; the clock is read more often. */
  private static final long MEASURE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A call of the system may seem to run while it waits for a disk, but not for this long. */
  private static final long STALL_MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Which requests it shares its time with. */
  enum Lane {
    SHORT,
    LONG
  }

  private final Workers workers;

  // Used by the thread itself.
  private long nextMeasureNanos;
  private long sliceStartNanos;
  private long sliceStartCpuNanos;
  private boolean cpuTimed;
  private int holds;
  private boolean mustFinish;
  private long pausedNanos;

  /** When it was last seen to make progress; read by others. */
  private volatile long seenNanos;

  /** What it has to do next; set by others while it waits. */
  private volatile Request assigned;

  /** Whether it may continue; set by others while it is paused. */
  private volatile boolean resumed;

  // Guarded by the lock of the workers.
  private Lane lane = Lane.SHORT;
  private volatile boolean counted;
  private Request request;
  private long watchedSeenNanos;
  private long watchedCpuNanos;

  /** A request and where it comes from. */
  record Request(Requester from, Runnable task) {}

  Worker(Workers workers, String name) {
    super(name);
    this.workers = workers;
    setDaemon(true);
  }

  @Override
  public void run() {
    Request next = workers.await(this);
    while (next != null) {
      begin(next);
      try {
        next.task().run();
      } catch (RuntimeException | Error e) {
        LOG.error("A request failed without an answer", e);
      }
      next = workers.next(this);
    }
  }

  private void begin(Request next) {
    // What interrupted the request before is no concern of this one.
    Thread.interrupted();
    sliceStartNanos = System.nanoTime();
    // A client that has left while its request waited is noticed at the first checkpoint.
    boolean gone = next.from().connection().isClosed();
    nextMeasureNanos = gone ? sliceStartNanos : sliceStartNanos + MEASURE_NANOS;
    cpuTimed = false;
    holds = 0;
    mustFinish = false;
    pausedNanos = 0;
    seenNanos = sliceStartNanos;
  }

  void pass() {
    long now = System.nanoTime();
    if (now - nextMeasureNanos >= 0) {
      measure(now);
    }
  }

  private void measure(long now) {
    nextMeasureNanos = now + MEASURE_NANOS;
    seenNanos = now;
    long cpu = CPU_TIMED ? THREADS.getCurrentThreadCpuTime() : now;
    if (!cpuTimed) {
      // Not measured at the start, so that short requests do not pay for it.
      cpuTimed = true;
      sliceStartCpuNanos = cpu - Math.min(now - sliceStartNanos, MEASURE_NANOS);
    }
    workers.used(this, cpu - sliceStartCpuNanos, now - sliceStartNanos, holds == 0);
  }

  /** Starts to measure another slice. */
  void startSlice() {
    sliceStartNanos = System.nanoTime();
    seenNanos = sliceStartNanos;
    nextMeasureNanos = sliceStartNanos + MEASURE_NANOS;
    sliceStartCpuNanos = CPU_TIMED ? THREADS.getCurrentThreadCpuTime() : sliceStartNanos;
  }

  void hold() {
    holds++;
  }

  void release() {
    holds--;
  }

  void mustFinish() {
    mustFinish = true;
  }

  /** Whether it must not be refused any more. */
  boolean isToFinish() {
    return mustFinish;
  }

  long pausedNanos() {
    return pausedNanos;
  }

  /** Gives it something to do. */
  void assign(Request next) {
    seenNanos = System.nanoTime();
    assigned = next;
    LockSupport.unpark(this);
  }

  /** Waits for something to do; null if there is nothing for so long, or it was interrupted. */
  Request awaitAssigned(long nanos) {
    long end = System.nanoTime() + nanos;
    while (assigned == null) {
      long left = end - System.nanoTime();
      if (left <= 0 || Thread.interrupted()) {
        return null;
      }
      LockSupport.parkNanos(this, left);
    }
    return takeAssigned();
  }

  Request takeAssigned() {
    Request next = assigned;
    assigned = null;
    return next;
  }

  /** Lets it continue. */
  void unpause() {
    resumed = true;
    LockSupport.unpark(this);
  }

  /** Waits until it may continue. */
  void awaitResumed() {
    long started = System.nanoTime();
    boolean interrupted = false;
    while (!resumed) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    resumed = false;
    pausedNanos += System.nanoTime() - started;
    if (interrupted) {
      interrupt();
    }
  }

  // What follows is guarded by the lock of the workers.

  /**
   * Whether it has made no progress for a while and not for want of a processor: it waits for
   * something, or has computed for so long without a checkpoint.
   *
   * @param most processor time without a checkpoint
   */
  boolean isStalled(long now, long most) {
    long seen = seenNanos;
    if (now - seen < most) {
      return false;
    }
    long cpu = CPU_TIMED ? THREADS.getThreadCpuTime(getId()) : now;
    if (seen != watchedSeenNanos) {
      watchedSeenNanos = seen;
      watchedCpuNanos = cpu;
    }
    return getState() != State.RUNNABLE
        || cpu - watchedCpuNanos >= most
        || now - seen >= STALL_MOST_NANOS;
  }

  Request request() {
    return request;
  }

  void setRequest(Request other) {
    request = other;
  }

  Lane lane() {
    return lane;
  }

  void setLane(Lane other) {
    lane = other;
  }

  /** Whether it is one of those that its lane may have running. */
  boolean isCounted() {
    return counted;
  }

  void setCounted(boolean other) {
    counted = other;
  }
}
