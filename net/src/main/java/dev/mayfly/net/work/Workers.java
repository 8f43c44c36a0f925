package dev.mayfly.net.work;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.work.Worker.Lane;
import dev.mayfly.net.work.Worker.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that work on the requests of a port. A request starts in the short lane. When it has
 * used its slice of processor time it moves, at a {@link Checkpoint}, to the long lane: there as
 * many run as there are processors, fewer while others wait to be started, and they take turns. One
 * that is paused keeps its thread, and another thread takes its place in the short lane. A thread
 * that does not reach a checkpoint for a while, because it waits for a disk or for a lock, is not
 * counted until it does, so that another request can start.
 */
public final class Workers implements RequestExecutor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

  /** After this time a thread that has nothing to do ends. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The same for threads beyond those of the short lane, which long requests have left. */
  private static final long SURPLUS_IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The processor time of a turn in the long lane, and how long it may last. */
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long TURN_WALL_NANOS = 4 * TURN_NANOS;

  /** Who makes no progress for this long is not counted while others wait. */
  private static final long SHORT_STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long LONG_STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /** After so many rounds in which no request waited the watch stops until one does. */
  private static final int QUIET_ROUNDS = 100;

  private final String name;
  private final WorkLimits limits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread watch;

  // Guarded by the lock.
  private final FairQueue<Request> waiting = new FairQueue<>();
  private final FairQueue<Worker> paused = new FairQueue<>();
  private final UserShares waitingShares;
  private final UserShares longShares;
  private final Set<Worker> threads = new HashSet<>();
  private final ArrayDeque<Worker> idle = new ArrayDeque<>();
  private int running;
  private int longRunning;
  private int threadNumber;
  private boolean watching;
  private volatile boolean closed;

  /** What the queue was after the last change; read without the lock. */
  private volatile int waitingCount;

  /**
   * @param name of its threads
   */
  public Workers(String name, WorkLimits limits) {
    this.name = requireNonNull(name, "name");
    this.limits = requireNonNull(limits, "limits");
    waitingShares = new UserShares(limits.waiting());
    longShares = new UserShares(limits.longRequests());
    watch = new Thread(this::watch, name + "-watch");
    watch.setDaemon(true);
    watch.start();
  }

  @Override
  public void execute(Requester from, Runnable task) {
    Request request = new Request(requireNonNull(from, "from"), requireNonNull(task, "task"));
    lock.lock();
    try {
      if (closed) {
        throw new RejectedExecutionException("The server is stopping.");
      }
      if (running < limits.running() && waiting.isEmpty()) {
        Worker worker = idleOrNew();
        if (worker != null) {
          begin(worker, request);
          worker.assign(request);
          return;
        }
      }
      if (!waitingShares.take(from.user(), false)) {
        throw new RejectedExecutionException(
            "Too many requests of this user are waiting: try again in a moment.");
      }
      waiting.add(from, request);
      waitingCount = waiting.size();
      if (!watching) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** A thread that has nothing to do, or a new one; null if there are enough. */
  private Worker idleOrNew() {
    if (!idle.isEmpty()) {
      return idle.pollLast();
    }
    if (threads.size() >= limits.threads()) {
      return null;
    }
    Worker worker = new Worker(this, name + "-" + ++threadNumber);
    try {
      worker.start();
    } catch (OutOfMemoryError e) {
      LOG.error("No further thread can be started: {}", e.getMessage());
      return null;
    }
    threads.add(worker);
    return worker;
  }

  private void begin(Worker worker, Request request) {
    worker.setRequest(request);
    worker.setLane(Lane.SHORT);
    worker.setCounted(true);
    running++;
  }

  /** Starts what waits, as far as the limits allow. */
  private void startWaiting() {
    while (running < limits.running() && !waiting.isEmpty()) {
      Worker worker = idleOrNew();
      if (worker == null) {
        return;
      }
      Request next = takeWaiting();
      begin(worker, next);
      worker.assign(next);
    }
  }

  private Request takeWaiting() {
    Request next = waiting.poll();
    waitingShares.giveBack(next.from().user());
    waitingCount = waiting.size();
    if (waitingCount == 0) {
      resumePaused();
    }
    return next;
  }

  /** What a thread does next, when it is done with what it did; null if it should end. */
  Request next(Worker worker) {
    lock.lock();
    try {
      finish(worker);
      if (closed && waiting.isEmpty()) {
        end(worker);
        return null;
      }
      if (running < limits.running() && !waiting.isEmpty()) {
        Request next = takeWaiting();
        begin(worker, next);
        return next;
      }
      idle.addLast(worker);
    } finally {
      lock.unlock();
    }
    return await(worker);
  }

  /** What a thread does after it has waited for something to do; null if it should end. */
  Request await(Worker worker) {
    Request next = worker.awaitAssigned(SURPLUS_IDLE_NANOS);
    if (next != null || endIdle(worker, true)) {
      return next;
    }
    if (!closed) {
      next = worker.awaitAssigned(IDLE_NANOS - SURPLUS_IDLE_NANOS);
    }
    if (next != null || endIdle(worker, false)) {
      return next;
    }
    // A request was assigned to it meanwhile, or it is to end.
    return worker.takeAssigned();
  }

  /**
   * Ends a thread that has nothing to do; false if it has now.
   *
   * @param surplus only if there are others for what comes next
   */
  private boolean endIdle(Worker worker, boolean surplus) {
    lock.lock();
    try {
      if (surplus && idle.size() <= limits.running() || !idle.remove(worker)) {
        return false;
      }
      end(worker);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void end(Worker worker) {
    threads.remove(worker);
    changed.signalAll();
  }

  private void finish(Worker worker) {
    if (worker.lane() == Lane.LONG) {
      longShares.giveBack(worker.request().from().user());
    }
    uncount(worker);
    worker.setRequest(null);
    worker.setLane(Lane.SHORT);
    resumePaused();
  }

  private void count(Worker worker) {
    if (!worker.isCounted()) {
      worker.setCounted(true);
      if (worker.lane() == Lane.SHORT) {
        running++;
      } else {
        longRunning++;
      }
    }
  }

  private void uncount(Worker worker) {
    if (worker.isCounted()) {
      worker.setCounted(false);
      if (worker.lane() == Lane.SHORT) {
        running--;
      } else {
        longRunning--;
      }
    }
  }

  /**
   * Called by a thread at a checkpoint.
   *
   * @param cpuNanos that it has used since its slice began
   * @param wallNanos that have passed since
   */
  void used(Worker worker, long cpuNanos, long wallNanos, boolean mayPause) {
    Request request = worker.request();
    if (request.from().connection().isClosed()) {
      throw new ClientGoneException();
    }
    boolean pauses;
    if (worker.lane() == Lane.SHORT) {
      if (cpuNanos < limits.sliceNanos(waitingCount) && worker.isCounted()) {
        return;
      }
      pauses = leaveShortLane(worker, cpuNanos, mayPause);
    } else {
      boolean over = cpuNanos >= TURN_NANOS || wallNanos >= TURN_WALL_NANOS;
      if (!mayPause || !over && waitingCount == 0 && worker.isCounted()) {
        return;
      }
      pauses = endTurn(worker, over);
    }
    if (pauses) {
      worker.awaitResumed();
      worker.startSlice();
      if (closed) {
        throw new RejectedExecutionException("The server is stopping.");
      }
      if (request.from().connection().isClosed()) {
        throw new ClientGoneException();
      }
    }
  }

  /** Moves a request to the long lane if its slice is used; true if it has to pause. */
  private boolean leaveShortLane(Worker worker, long cpuNanos, boolean mayPause) {
    lock.lock();
    try {
      count(worker);
      if (closed || cpuNanos < limits.sliceNanos(waiting.size())) {
        return false;
      }
      Requester from = worker.request().from();
      if (!longShares.take(from.user(), worker.isToFinish())) {
        throw new RejectedExecutionException(
            "Too many long requests of this user are running: try again when they are done.");
      }
      uncount(worker);
      worker.setLane(Lane.LONG);
      boolean pauses = mayPause && !mayRunLong();
      if (pauses) {
        pause(worker);
      } else {
        count(worker);
        worker.startSlice();
      }
      startWaiting();
      return pauses;
    } finally {
      lock.unlock();
    }
  }

  /** The thread waits after this, unless it is resumed before. */
  private void pause(Worker worker) {
    Requester from = worker.request().from();
    from.connection().setPausedBy(this);
    if (from.connection().isClosed()) {
      worker.unpause();
    } else {
      paused.add(from, worker);
    }
  }

  /**
   * Ends the paused requests of a connection. They do not wait for a turn, because they only leave
   * what they were in: else hundreds would keep their threads and what they hold until then.
   */
  void clientLeft(ClientConnection connection) {
    lock.lock();
    try {
      paused.drainTo(connection, Worker::unpause);
    } finally {
      lock.unlock();
    }
  }

  private boolean mayRunLong() {
    return paused.isEmpty() && longRunning < longRunningMax();
  }

  private int longRunningMax() {
    return limits.longRunningWhile(!waiting.isEmpty());
  }

  /** Lets others have their turns if its own is over; true if this one has to pause. */
  private boolean endTurn(Worker worker, boolean over) {
    lock.lock();
    try {
      count(worker);
      boolean tooMany = longRunning > longRunningMax();
      if (closed || !tooMany && (!over || paused.isEmpty())) {
        if (over) {
          worker.startSlice();
        }
        return false;
      }
      uncount(worker);
      pause(worker);
      resumePaused();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void resumePaused() {
    while (!paused.isEmpty() && longRunning < longRunningMax()) {
      Worker next = paused.poll();
      count(next);
      next.unpause();
    }
  }

  /** How many threads there are, with those that have nothing to do. */
  int threads() {
    lock.lock();
    try {
      return threads.size();
    } finally {
      lock.unlock();
    }
  }

  /** How many requests wait for their turn in the long lane. */
  int paused() {
    lock.lock();
    try {
      return paused.size();
    } finally {
      lock.unlock();
    }
  }

  /** Detects threads that make no progress while requests wait. */
  private void watch() {
    int quietRounds = 0;
    lock.lock();
    try {
      while (!closed) {
        quietRounds = waiting.isEmpty() && paused.isEmpty() ? quietRounds + 1 : 0;
        watching = quietRounds < QUIET_ROUNDS;
        if (watching) {
          uncountStalled(System.nanoTime());
          changed.awaitNanos(WATCH_NANOS);
        } else {
          changed.await();
          quietRounds = 0;
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("The watch over {} ends", name);
    } finally {
      lock.unlock();
    }
  }

  private void uncountStalled(long now) {
    for (Worker worker : threads) {
      long limit = worker.lane() == Lane.SHORT ? SHORT_STALL_NANOS : LONG_STALL_NANOS;
      if (worker.isCounted() && worker.isStalled(now, limit)) {
        uncount(worker);
      }
    }
    startWaiting();
    resumePaused();
  }

  /** Ends what is paused, waits a moment for what runs, and interrupts the rest. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      paused.drainTo(
          worker -> {
            count(worker);
            worker.unpause();
          });
      idle.forEach(threads::remove);
      List<Worker> unused = new ArrayList<>(idle);
      idle.clear();
      unused.forEach(Thread::interrupt);
      long left = CLOSE_NANOS;
      while (!threads.isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
      }
      threads.forEach(Thread::interrupt);
      waiting.drainTo(request -> waitingShares.giveBack(request.from().user()));
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
