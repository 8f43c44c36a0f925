package dev.mayfly.testkit;

/**
 * How often long random tests repeat. {@code ./mayfly test} makes a few rounds, so that it is done
 * within minutes; {@code ./mayfly test --full} and the build machine, which set {@code
 * -Dmayfly.full=true}, make all.
 */
public final class Rounds {
  private static final boolean FULL = Boolean.getBoolean("mayfly.full");

  private Rounds() {}

  /** Whether all are made. */
  public static boolean isFull() {
    return FULL;
  }

  public static int of(int few, int full) {
    return FULL ? full : few;
  }
}
