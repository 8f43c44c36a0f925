package dev.mayfly.bench.engine;

import dev.mayfly.bench.Report;
import dev.mayfly.bench.Scratch;

/** The engine beside bare RocksDB. */
public final class EngineBench {
  private EngineBench() {}

  /** Measures and reports everything. */
  public static void run(Scratch scratch, Report report, boolean quick) throws Exception {
    Scale scale = quick ? Scale.QUICK : Scale.FULL;
    ReadWriteFigures.run(scratch, report, scale);
    PurgeRateFigures.run(scratch, report, scale);
    BacklogFigures.run(scratch, report, scale);
    SizeFigures.run(scratch, report, scale);
  }
}
