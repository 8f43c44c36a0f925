package dev.mayfly.fuzz.world;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/**
 * Measures what one input costs. Processor time is measured, not time on the wall: other processes
 * on the machine must not turn a fast input into a slow one.
 */
public final class Limits {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Limits() {}

  /** What runs one input. */
  public interface Run {
    void run() throws Throwable;
  }

  /** Runs on this thread alone, and fails if it takes more processor time or memory. */
  public static void onThread(int secondsMax, long bytesMax, Run run) throws Throwable {
    twice(() -> measureThread(secondsMax, bytesMax, run));
  }

  /** Runs with a server in this process, and fails if the process takes more processor time. */
  public static void inProcess(int secondsMax, Run run) throws Throwable {
    twice(() -> measureProcess(secondsMax, run));
  }

  /** The first input that reaches a class also pays for loading and instrumenting it. */
  private static void twice(Run measured) throws Throwable {
    try {
      measured.run();
    } catch (Excess e) {
      measured.run();
    }
  }

  private static void measureThread(int secondsMax, long bytesMax, Run run) throws Throwable {
    long thread = Thread.currentThread().getId();
    long nanos = THREADS.getCurrentThreadCpuTime();
    long bytes = THREADS.getThreadAllocatedBytes(thread);
    run.run();
    require(THREADS.getCurrentThreadCpuTime() - nanos, secondsMax);
    long allocated = THREADS.getThreadAllocatedBytes(thread) - bytes;
    if (allocated > bytesMax) {
      throw new Excess(
          "The input made the code allocate " + allocated + " bytes, the limit is " + bytesMax);
    }
  }

  private static void measureProcess(int secondsMax, Run run) throws Throwable {
    long nanos = SYSTEM.getProcessCpuTime();
    run.run();
    require(SYSTEM.getProcessCpuTime() - nanos, secondsMax);
  }

  private static void require(long nanos, int secondsMax) {
    if (nanos > TimeUnit.SECONDS.toNanos(secondsMax)) {
      throw new Excess(
          "The input took "
              + TimeUnit.NANOSECONDS.toMillis(nanos)
              + " ms of processor time, the limit is "
              + secondsMax
              + " s");
    }
  }

  /** More time or memory than an input may take. */
  private static final class Excess extends AssertionError {
    private static final long serialVersionUID = 1;

    Excess(String message) {
      super(message);
    }
  }
}
