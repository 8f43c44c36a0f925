package dev.mayfly.scripts;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs scripts in a few processes, each of which runs one at a time. A process is started when a
 * script needs one, and ends when it had nothing to do for a while. Thread safe.
 */
public final class Scripts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Scripts.class);

  private final ScriptLimits limits;
  private final ScriptProgram program;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private final Deque<HostProcess> idle = new ArrayDeque<>();
  private final Set<HostProcess> used = new HashSet<>();
  private int starting;
  private int waiting;
  private boolean closed;
  private ScheduledExecutorService watch;

  public Scripts(ScriptLimits limits, ScriptProgram program) {
    this.limits = requireNonNull(limits, "limits");
    this.program = requireNonNull(program, "program");
  }

  /**
   * Refuses if the engine for JavaScript is not installed.
   *
   * @throws ScriptException that says what to install
   */
  public void requireEngine() {
    if (!program.isInstalled()) {
      throw new ScriptException(
          ScriptException.Reason.NOT_INSTALLED,
          "Stored procedures, triggers and user-defined functions need the engine for JavaScript,"
              + " which is not installed: unpack the archive mayfly-javascript over the server's,"
              + " or add the artifact dev.mayfly:mayfly-javascript to a program with an embedded"
              + " server.");
    }
  }

  public ScriptLimits limits() {
    return limits;
  }

  /**
   * Runs a stored procedure or trigger.
   *
   * @throws ScriptException if it did not end as it should
   */
  public Script.Result run(Script script, Script.Calls calls) {
    try (Lease lease = lease()) {
      return lease.run(script, calls);
    }
  }

  /** Waits for a process, which then is the caller's. */
  public Lease lease() {
    return new Lease(take());
  }

  /** A process that waits for scripts until it is closed. For one thread at a time. */
  public final class Lease implements AutoCloseable {
    private final HostProcess process;

    private Lease(HostProcess process) {
      this.process = process;
    }

    /** As {@link Scripts#run}. */
    public Script.Result run(Script script, Script.Calls calls) {
      return process.run(script, calls);
    }

    @Override
    public void close() {
      giveBack(process);
    }
  }

  /**
   * User-defined functions that are called one after the other, in one process.
   *
   * @param namesAndBodies of each its name, and then its text
   */
  public Functions functions(List<String> namesAndBodies, long nowMillis) {
    HostProcess process = take();
    try {
      process.define(namesAndBodies, nowMillis);
      return new Functions(process);
    } catch (RuntimeException e) {
      giveBack(process);
      throw e;
    }
  }

  /** Functions that can be called until they are closed. For one thread at a time. */
  public final class Functions implements AutoCloseable {
    private HostProcess process;

    private Functions(HostProcess process) {
      this.process = process;
    }

    /**
     * The result of a function as JSON; an empty text is undefined, as in the arguments.
     *
     * @throws ScriptException if it threw something, or did not end as it should
     */
    public String apply(String name, List<String> arguments) {
      List<String> sent = new ArrayList<>(arguments.size() + 1);
      sent.add(name);
      sent.addAll(arguments);
      return process.apply(sent);
    }

    /**
     * The results of the first of several calls, as JSON; an empty text is undefined. There are
     * fewer results than calls if one throws, or they take long.
     *
     * @param calls a JSON object: {@code calls} is an array of arrays of arguments, {@code missing}
     *     has the place of a call and that of an argument for each that is undefined
     * @throws ScriptException if a call did not end as it should
     */
    public List<String> applyAll(String name, String calls) {
      String lines = process.applyAll(name, calls);
      List<String> results = new ArrayList<>();
      int from = 0;
      int end;
      while ((end = lines.indexOf('\n', from)) >= 0) {
        results.add(lines.substring(from, end));
        from = end + 1;
      }
      return results;
    }

    @Override
    public void close() {
      if (process != null) {
        giveBack(process);
        process = null;
      }
    }
  }

  /** Starts a process if there is none: a script was made, and is going to be used. */
  public void warmUp() {
    lock.lock();
    try {
      if (closed || starting > 0 || !idle.isEmpty() || !used.isEmpty()) {
        return;
      }
      starting++;
    } finally {
      lock.unlock();
    }
    watch().execute(this::warm);
  }

  private void warm() {
    try {
      giveBack(start());
    } catch (ScriptException e) {
      LOG.warn("No process for scripts: {}", e.getMessage());
    }
  }

  private HostProcess take() {
    lock.lock();
    try {
      long left = limits.patience().toNanos();
      while (true) {
        if (closed) {
          throw new ScriptException(ScriptException.Reason.BUSY, "The server is stopping.");
        }
        HostProcess process = idle.pollLast();
        if (process != null && process.isUsable()) {
          used.add(process);
          return process;
        }
        if (process != null) {
          process.close();
          continue;
        }
        if (used.size() + starting < limits.processes()) {
          break;
        }
        if (waiting >= limits.waiting() || left <= 0) {
          throw new ScriptException(
              ScriptException.Reason.BUSY,
              "Other scripts are running, so that this one was not started: try again later.");
        }
        waiting++;
        try {
          left = freed.awaitNanos(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new ScriptException(ScriptException.Reason.BUSY, "The server is stopping.");
        } finally {
          waiting--;
        }
      }
      starting++;
    } finally {
      lock.unlock();
    }
    return start();
  }

  private HostProcess start() {
    HostProcess process = null;
    try {
      requireEngine();
      process = new HostProcess(program.classPath(), limits, watch());
      return process;
    } catch (IOException e) {
      LOG.warn("A process that runs scripts can't be started: {}", e.getMessage());
      throw new ScriptException(
          ScriptException.Reason.BUSY,
          "The process that runs scripts can't be started: see the server's log.");
    } finally {
      lock.lock();
      try {
        starting--;
        if (process == null) {
          freed.signal();
        } else {
          used.add(process);
          if (closed) {
            process.close();
          }
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private ScheduledExecutorService watch() {
    lock.lock();
    try {
      if (watch == null) {
        ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(
                2,
                task -> {
                  Thread thread = new Thread(task, "script-watch");
                  thread.setDaemon(true);
                  return thread;
                });
        executor.setRemoveOnCancelPolicy(true);
        long period = Math.max(1, limits.idle().toMillis() / 4);
        executor.scheduleWithFixedDelay(this::endIdle, period, period, TimeUnit.MILLISECONDS);
        watch = executor;
      }
      return watch;
    } finally {
      lock.unlock();
    }
  }

  private void giveBack(HostProcess process) {
    lock.lock();
    try {
      used.remove(process);
      if (process.isUsable() && !closed) {
        process.idleSince(System.nanoTime());
        idle.addLast(process);
      } else {
        process.close();
      }
      freed.signal();
    } finally {
      lock.unlock();
    }
  }

  private void endIdle() {
    lock.lock();
    try {
      long now = System.nanoTime();
      while (!idle.isEmpty() && now - idle.peekFirst().idleSince() >= limits.idle().toNanos()) {
        idle.pollFirst().close();
      }
    } finally {
      lock.unlock();
    }
  }

  /** How many processes there are, for operators and tests. */
  public int processes() {
    lock.lock();
    try {
      return idle.size() + used.size() + starting;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      idle.forEach(HostProcess::close);
      idle.clear();
      used.forEach(HostProcess::close);
      freed.signalAll();
      if (watch != null) {
        watch.shutdownNow();
      }
      program.close();
    } finally {
      lock.unlock();
    }
  }
}
