package dev.mayfly.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The only place where tests wait by real time. What depends on a TTL moves the clock instead. */
public final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What is waited for. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  private Await() {}

  /**
   * Waits until a condition holds that another thread or process brings about.
   *
   * @param what is waited for, named if it does not come within a minute
   */
  public static void until(String what, Condition condition) {
    until(what, PATIENCE, condition);
  }

  /**
   * As {@link #until(String, Condition)}, for what takes long on a busy machine, such as the start
   * of several processes.
   *
   * @param patience after which it fails
   */
  public static void until(String what, Duration patience, Condition condition) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!holds(what, condition)) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited for " + patience.toSeconds() + " s in vain: " + what);
      }
      pace(Duration.ofMillis(1));
    }
  }

  private static boolean holds(String what, Condition condition) {
    try {
      return condition.holds();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("failed while waiting: " + what, e);
    }
  }

  /** Lets time pass between two requests of a load. No test may hope for an outcome by then. */
  public static void pace(Duration pause) {
    try {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
