package dev.mayfly.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the kernel tells about a process. Only on Linux. */
public final class ProcessView {
  /** Ticks of a second: the kernel's promise to programs, whatever it counts in itself. */
  private static final int TICKS = 100;

  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  private final Path directory;

  public ProcessView(long pid) {
    this.directory = Path.of("/proc", Long.toString(pid));
    if (!Files.isDirectory(directory)) {
      throw new IllegalStateException("There is no " + directory + ": this needs Linux");
    }
  }

  /** Processor time that it has used, in itself and in the kernel. */
  public double processorSeconds() throws IOException {
    return processorSeconds(Files.readString(directory.resolve("stat")));
  }

  static double processorSeconds(String stat) {
    // The name in brackets may hold anything, also blanks and brackets.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]))
        / (double) TICKS;
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
    throw new IOException("The kernel does not tell " + name);
  }

  public long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("fd"))) {
      return files.count();
    }
  }
}
