package dev.mayfly.bench.attack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor use of the whole machine. */
final class Machine {
  private static final Path STAT = Path.of("/proc/stat");
  private static final double TICKS = 100;
  private static final int IDLE = 4;
  private static final int WAITING_FOR_DISK = 5;
  private static final int STEAL = 8;

  private Machine() {}

  /** Processor seconds of all processes since the machine started. */
  static double busySeconds() throws IOException {
    return busySeconds(Files.readString(STAT));
  }

  static double busySeconds(String stat) {
    String[] fields = stat.lines().findFirst().orElseThrow().split(" +");
    double ticks = 0;
    for (int i = 1; i <= STEAL; i++) {
      if (i != IDLE && i != WAITING_FOR_DISK) {
        ticks += Long.parseLong(fields[i]);
      }
    }
    return ticks / TICKS;
  }
}
