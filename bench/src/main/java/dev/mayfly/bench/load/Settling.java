package dev.mayfly.bench.load;

import dev.mayfly.bench.process.ProcessorTime;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what a load leaves behind in a server: compactions, index builds, checkpoints. */
public final class Settling {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(120);
  private static final double QUIET_SHARE = 0.05;
  private static final int QUIET_LOOKS = 3;

  private Settling() {}

  /** Returns when the server has done almost nothing for a while, or when it never does. */
  public static void await(ProcessorTime server) throws IOException {
    long end = System.nanoTime() + WAIT_NANOS_MAX;
    int quiet = 0;
    while (quiet < QUIET_LOOKS && System.nanoTime() - end < 0) {
      double before = server.processorSeconds();
      long start = System.nanoTime();
      LockSupport.parkNanos(LOOK_NANOS);
      double seconds = (System.nanoTime() - start) / 1e9;
      boolean idle = server.processorSeconds() - before < seconds * QUIET_SHARE;
      quiet = idle ? quiet + 1 : 0;
    }
  }
}
