package dev.mayfly.bench.load;

import dev.mayfly.bench.measure.Report;

/** Puts a load on a server until it has compiled what the load needs: then a request costs less. */
public final class ServerWarmUp {
  private static final int WINDOWS_MAX = 40;

  /** A server that is still becoming faster gets so many times the windows of the pace. */
  private static final int LONGER = 3;

  private static final long WINDOW_MILLIS = 1000;

  /** A window counts as no better if it does not save this share of the best one so far. */
  private static final double SAVED_SHARE = 0.03;

  /** So many windows in a row that are no better end it: the compiler works in bursts. */
  private static final int SAME_WINDOWS = 3;

  private ServerWarmUp() {}

  public static void run(Report report, Pace pace, String name, Measured load) throws Exception {
    double first = 0;
    double best = Double.MAX_VALUE;
    int same = 0;
    int windows = 0;
    int windowsMax = Math.min(WINDOWS_MAX, LONGER * pace.warmUpWindows());
    while (windows < windowsMax && (windows < pace.warmUpWindows() || same < SAME_WINDOWS)) {
      double micros = load.measure(WINDOW_MILLIS).serverMicros();
      first = windows == 0 ? micros : first;
      same = micros < best * (1 - SAVED_SHARE) ? 0 : same + 1;
      best = Math.min(best, micros);
      windows++;
    }
    report.progress(
        "%s: warm after %d s, from %.0f to %.0f us of processor", name, windows, first, best);
  }
}
