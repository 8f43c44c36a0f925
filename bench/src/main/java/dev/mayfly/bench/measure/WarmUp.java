package dev.mayfly.bench.measure;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/** Runs something until the Java machine has compiled it: on a busy machine that takes longer. */
public final class WarmUp {
  private static final int WINDOWS_MAX = 25;

  /** The compiler counts as quiet if it worked for less than this share of a window. */
  private static final double QUIET_SHARE = 0.1;

  private WarmUp() {}

  /** Measures in short windows, and throws the results away. */
  public static void untilCompiled(Rounds.Measurement window) throws Exception {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    for (int i = 0; i < WINDOWS_MAX; i++) {
      long compiledMillis = compiler.getTotalCompilationTime();
      long startNanos = System.nanoTime();
      window.measure();
      double millis = (System.nanoTime() - startNanos) / 1e6;
      if (compiler.getTotalCompilationTime() - compiledMillis < millis * QUIET_SHARE) {
        return;
      }
    }
  }
}
