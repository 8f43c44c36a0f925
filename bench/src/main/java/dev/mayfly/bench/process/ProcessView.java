package dev.mayfly.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the kernel reports about a process. Only on Linux. */
public final class ProcessView implements ProcessorTime {
  /** Ticks of a second: the kernel's promise to programs, whatever it counts in itself. */
  private static final int TICKS = 100;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;
  private static final int CHILDREN_USER_TICKS = 13;
  private static final int CHILDREN_SYSTEM_TICKS = 14;

  private final Path directory;

  public ProcessView(long pid) {
    this.directory = Path.of("/proc", Long.toString(pid));
    if (!Files.isDirectory(directory)) {
      throw new IllegalStateException("There is no " + directory + ": this needs Linux");
    }
  }

  @Override
  public double processorSeconds() throws IOException {
    return processorSeconds(Files.readString(directory.resolve("stat")));
  }

  /** The same of those processes that it had started, as far as they have ended. */
  public double endedChildrenSeconds() throws IOException {
    return endedChildrenSeconds(Files.readString(directory.resolve("stat")));
  }

  static double endedChildrenSeconds(String stat) {
    return seconds(stat, CHILDREN_USER_TICKS, CHILDREN_SYSTEM_TICKS);
  }

  static double processorSeconds(String stat) {
    return seconds(stat, USER_TICKS, SYSTEM_TICKS);
  }

  private static double seconds(String stat, int user, int system) {
    // The name in brackets may hold anything, also blanks and brackets.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[user]) + Long.parseLong(fields[system])) / (double) TICKS;
  }

  public long residentBytes() throws IOException {
    return status("VmRSS") * 1024;
  }

  public long threads() throws IOException {
    return status("Threads");
  }

  private long status(String name) throws IOException {
    for (String line : Files.readAllLines(directory.resolve("status"))) {
      if (line.startsWith(name + ":")) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IOException("The kernel does not report " + name);
  }

  public long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("fd"))) {
      return files.count();
    }
  }
}
