package dev.mayfly.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for what a load leaves behind: compactions that would take part in what is measured next.
 */
public final class Quiet {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int QUIET_PERCENT = 10;
  private static final int QUIET_LOOKS = 3;

  private Quiet() {}

  /** Returns when this process has done almost nothing for a while, or after so many seconds. */
  public static void await(long secondsMax) {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(secondsMax);
    int quiet = 0;
    while (quiet < QUIET_LOOKS && System.nanoTime() < deadline) {
      long processorBefore = system.getProcessCpuTime();
      long before = System.nanoTime();
      LockSupport.parkNanos(LOOK_NANOS);
      long busy = system.getProcessCpuTime() - processorBefore;
      quiet = busy * 100 < (System.nanoTime() - before) * QUIET_PERCENT ? quiet + 1 : 0;
    }
  }
}
