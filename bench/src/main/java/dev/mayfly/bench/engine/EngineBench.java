package dev.mayfly.bench.engine;

import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.process.ArchiveVersion;
import java.util.List;
import org.rocksdb.RocksDB;

/** The engine beside bare RocksDB. */
public final class EngineBench {
  private static final String READ_WRITE = "read-write";
  private static final String PURGE = "purge";
  private static final String BACKLOG = "backlog";
  private static final String SIZE = "size";

  /** What indexes cost writes and the purge. */
  public static final String INDEX = "index";

  /** What can be measured by itself. The backlog also warms up the purge. */
  public static final List<String> PARTS = List.of(READ_WRITE, BACKLOG, PURGE, INDEX, SIZE);

  private EngineBench() {}

  /** Measures and reports the figures of those parts. */
  public static void run(Scratch scratch, Report report, boolean quick, List<String> parts)
      throws Exception {
    Scale scale = quick ? Scale.QUICK : Scale.FULL;
    for (String part : parts) {
      switch (part) {
        case READ_WRITE -> ReadWriteFigures.run(scratch, report, scale);
        case BACKLOG -> BacklogFigures.run(scratch, report, scale);
        case PURGE -> PurgeRateFigures.run(scratch, report, scale);
        case INDEX -> IndexFigures.run(scratch, report, scale);
        case SIZE -> SizeFigures.run(scratch, report, scale);
        default -> throw new IllegalArgumentException("There is no part '" + part + "'");
      }
    }
    report.version("RocksDB", ArchiveVersion.of(RocksDB.class));
  }
}
