package dev.mayfly.bench.query;

import dev.mayfly.bench.measure.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** What an item takes on disk in both databases, with the indexes that the questions use. */
final class DiskFigure {
  private static final double GOAL = 0.7;

  private DiskFigure() {}

  /**
   * @param directory of Mayfly's data: its tables and its log count, which has what is in no table
   * @param items that both have
   */
  static void run(Report report, Path directory, PostgresSubject postgres, int items)
      throws Exception {
    long ours = bytes(directory);
    long theirs = postgres.bytesOnDisk();
    String remark =
        String.format(
            Locale.ROOT, "%,d bytes for an item, %,d in PostgreSQL", ours / items, theirs / items);
    report.atMost("disk-per-item", (double) ours / theirs, GOAL, remark);
  }

  private static long bytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().matches(".*[.](sst|blob|log)"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }
}
