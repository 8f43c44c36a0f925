package dev.mayfly.engine.clock;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What fault runs add to the wall clock of one process: milliseconds in a file, which may change
 * while the process runs. There is none unless a property of the Java machine names a file.
 */
final class ClockOffset {
  private static final Logger LOG = LoggerFactory.getLogger(ClockOffset.class);
  private static final String PROPERTY = "mayfly.clock.offset-file";
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Path file;
  private final LongSupplier nanoTime;
  private long lookedNanos;
  private long millis;

  ClockOffset(Path file, LongSupplier nanoTime) {
    this.file = requireNonNull(file, "file");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    look(nanoTime.getAsLong());
  }

  /** The one that the property names, or null. */
  static ClockOffset ofProperty() {
    String name = System.getProperty(PROPERTY);
    if (name == null) {
      return null;
    }
    LOG.warn("The wall clock is moved by what {} says: this is for fault runs only", name);
    return new ClockOffset(Path.of(name), System::nanoTime);
  }

  synchronized long millis() {
    long now = nanoTime.getAsLong();
    if (now - lookedNanos >= LOOK_NANOS) {
      look(now);
    }
    return millis;
  }

  private void look(long now) {
    lookedNanos = now;
    try {
      millis = Files.exists(file) ? Long.parseLong(Files.readString(file).strip()) : 0;
    } catch (IOException | NumberFormatException e) {
      // It is being written: the next look finds the whole number.
      LOG.debug("{} cannot be read", file, e);
    }
  }
}
