package dev.mayfly.testkit;

import java.util.Random;

/**
 * Where tests get randomness from. A seed is printed as the option that replays its run: {@code mvn
 * test -Dtest=... -Dmayfly.seed=N}.
 */
public final class Seeds {
  /** The system property that replays a run. */
  public static final String PROPERTY = "mayfly.seed";

  private Seeds() {}

  /** The seed of a test that one thread runs: the same seed makes the same run. */
  public static long seed(Class<?> test) {
    return seed(test, "");
  }

  /**
   * The seed of a test with several threads or processes: it replays what each of them chooses, but
   * not the order in which they run.
   */
  public static long seedOfThreads(Class<?> test) {
    return seed(test, " (replays choices, not the order of threads)");
  }

  /** A generator for a test that one thread runs. */
  public static Random random(Class<?> test) {
    return new Random(seed(test));
  }

  private static long seed(Class<?> test, String limits) {
    long seed = Long.getLong(PROPERTY, System.nanoTime());
    System.out.println(test.getSimpleName() + ": -D" + PROPERTY + "=" + seed + limits);
    return seed;
  }
}
