package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs something that Ctrl-C may end before its time, and lets it tidy up then. */
final class ShutdownHook {
  private static final int TIDY_SECONDS_MAX = 10;

  private final Thread runner = Thread.currentThread();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean stopping;

  private ShutdownHook() {}

  static void run(Runnable task) {
    requireNonNull(task, "task");
    ShutdownHook run = new ShutdownHook();
    Runtime.getRuntime().addShutdownHook(new Thread(run::stop, "mayfly-stop"));
    run.until(task);
  }

  private void until(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      // Interrupted by the stop, it fails at its current step.
      if (!stopping) {
        throw e;
      }
    } finally {
      ended.countDown();
    }
  }

  /** On the thread of the hook: the process ends when this returns. */
  private void stop() {
    stopping = true;
    runner.interrupt();
    try {
      ended.await(TIDY_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
