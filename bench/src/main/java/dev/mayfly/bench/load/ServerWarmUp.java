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

  /**
   * So many requests it must have served, or for each window of the pace have worked so long: one
   * that gets little of a busy machine has compiled little after as many seconds.
   */
  private static final int REQUESTS = 30_000;

  private static final double WORKED_SECONDS = 3;

  /** So many windows in a row that are no better end it: the compiler works in bursts. */
  private static final int SAME_WINDOWS = 3;

  private ServerWarmUp() {}

  public static void run(Report report, Pace pace, String name, Measured load) throws Exception {
    double first = 0;
    double best = Double.MAX_VALUE;
    int same = 0;
    int windows = 0;
    int windowsMax = Math.min(WINDOWS_MAX, LONGER * pace.warmUpWindows());
    double worked = 0;
    double requests = 0;
    while (windows < WINDOWS_MAX
        && (windows < pace.warmUpWindows()
            || requests < REQUESTS && worked < WORKED_SECONDS * pace.warmUpWindows()
            || same < SAME_WINDOWS && windows < windowsMax)) {
      Load window = load.measure(WINDOW_MILLIS);
      worked += window.serverSeconds(WINDOW_MILLIS);
      requests += window.requests(WINDOW_MILLIS);
      double micros = window.serverMicros();
      first = windows == 0 ? micros : first;
      same = micros < best * (1 - SAVED_SHARE) ? 0 : same + 1;
      best = Math.min(best, micros);
      windows++;
    }
    report.progress(
        "%s: warm after %d s, %.1f of them at work, from %.0f to %.0f us of processor",
        name, windows, worked, first, best);
  }
}
