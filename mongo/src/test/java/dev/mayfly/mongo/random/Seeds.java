package dev.mayfly.mongo.random;

import java.util.Random;

/** Where random tests get their randomness from. */
public final class Seeds {
  private Seeds() {}

  /** A generator whose seed is printed; -Dmayfly.seed repeats a run. */
  public static Random random(Class<?> test) {
    long seed = Long.getLong("mayfly.seed", System.nanoTime());
    System.out.println(test.getSimpleName() + ": -Dmayfly.seed=" + seed);
    return new Random(seed);
  }
}
