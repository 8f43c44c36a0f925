package dev.mayfly.bench.attack;

import dev.mayfly.bench.process.ProcessView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Samples the server's process five times a second and keeps the peaks. */
final class Watch implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final ProcessView view;
  private final Path data;
  private final Thread thread = new Thread(this::look, "watch");
  private Usage peak = new Usage(0, 0, 0, 0);
  private volatile boolean over;

  Watch(long pid, Path data) {
    this.view = new ProcessView(pid);
    this.data = data;
    thread.setDaemon(true);
    thread.start();
  }

  private void look() {
    while (!over) {
      try {
        Usage now = now();
        synchronized (this) {
          peak = peak.max(now);
        }
      } catch (IOException | UncheckedIOException e) {
        // The process ended, or a file went away during the walk: the bench sees the former.
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  Usage now() throws IOException {
    return new Usage(view.residentBytes(), view.threads(), view.openFiles(), diskBytes());
  }

  double processorSeconds() throws IOException {
    return view.processorSeconds();
  }

  /** The most since the last call. */
  synchronized Usage peak() {
    Usage result = peak;
    peak = new Usage(0, 0, 0, 0);
    return result;
  }

  private long diskBytes() throws IOException {
    try (Stream<Path> files = Files.walk(data)) {
      return files.mapToLong(Watch::size).sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0; // Deleted since it was listed.
    }
  }

  @Override
  public void close() {
    over = true;
  }
}
