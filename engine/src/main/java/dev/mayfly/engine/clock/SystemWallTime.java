package dev.mayfly.engine.clock;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This machine's readings. The uptime is that of {@code /proc/uptime}, which counts suspend.
 *
 * <p>Where there is no such file (not Linux) the uptime is nanoTime. It counts suspend on Windows
 * and does not on macOS; there a suspend longer than the forward bound looks like a step and waits
 * for confirmation.
 */
final class SystemWallTime implements WallTime {
  private static final Logger LOG = LoggerFactory.getLogger(SystemWallTime.class);
  private static final Path PROC_UPTIME = Path.of("/proc/uptime");
  private static final ClockOffset OFFSET = ClockOffset.ofProperty();

  private final Path uptimeFile;
  private final LongSupplier nanoTime;
  private final boolean fromFile;

  // The last good reading: what nanoTime is added to when the file cannot be read for once (no
  // file handles left, say), so that the uptime keeps its origin.
  private long lastUptimeMillis;
  private long lastNano;
  private boolean failureLogged;

  SystemWallTime() {
    this(PROC_UPTIME, System::nanoTime);
  }

  SystemWallTime(Path uptimeFile, LongSupplier nanoTime) {
    this.uptimeFile = requireNonNull(uptimeFile, "uptimeFile");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    lastNano = nanoTime.getAsLong();
    fromFile = Files.isReadable(uptimeFile) && read();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis() + (OFFSET == null ? 0 : OFFSET.millis());
  }

  @Override
  public long nanoTime() {
    return nanoTime.getAsLong();
  }

  @Override
  public synchronized long uptimeMillis() {
    if (fromFile && read()) {
      return lastUptimeMillis;
    }
    return lastUptimeMillis + (nanoTime.getAsLong() - lastNano) / 1_000_000;
  }

  private boolean read() {
    try {
      long millis = parse(Files.readString(uptimeFile));
      lastNano = nanoTime.getAsLong();
      lastUptimeMillis = millis;
      return true;
    } catch (IOException | IllegalArgumentException e) {
      if (!failureLogged) {
        failureLogged = true;
        LOG.warn(
            "{} cannot be read; suspend cannot be distinguished from a clock step", uptimeFile, e);
      }
      return false;
    }
  }

  /** The first of the numbers, seconds with a fraction, in milliseconds. */
  private static long parse(String text) {
    int end = text.indexOf(' ');
    double seconds = Double.parseDouble(end < 0 ? text.strip() : text.substring(0, end));
    if (!(seconds >= 0 && seconds < 1e12)) {
      throw new IllegalArgumentException("not an uptime: " + text.strip());
    }
    return Math.round(seconds * 1000);
  }
}
