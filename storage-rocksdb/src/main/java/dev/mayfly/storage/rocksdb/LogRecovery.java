package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.nio.file.Path;
import java.util.Optional;
import org.rocksdb.WALRecoveryMode;

/**
 * Decides whether the logs of a directory hold everything that they must, before RocksDB reads and
 * replaces them. A write that was under way when the process ended may leave half a record behind
 * the last acknowledged one: that is dropped. Any other damage is refused.
 *
 * @param mode how RocksDB is to read the logs: strictly, unless there is something to drop
 * @param requiredRow the row that the store must reach once it is open
 * @param dropped what is dropped, if anything
 */
record LogRecovery(WALRecoveryMode mode, long requiredRow, Optional<String> dropped) {

  /**
   * @throws EngineException CORRUPTED if an acknowledged row is missing or can't be read
   */
  static LogRecovery judge(Path directory, LogScan scan, Watermark.State mark) {
    Optional<String> problem = problem(scan, mark);
    if (problem.isPresent()) {
      throw new EngineException(
          ErrorCode.CORRUPTED,
          "The log of "
              + directory
              + " is damaged: "
              + problem.get()
              + ". Nothing was changed. Restore a backup with 'mayfly restore', or keep what came"
              + " before the damage with 'mayfly salvage "
              + directory
              + " --data NEW_DIR'");
    }
    boolean whole = scan.damage().isEmpty() && !scan.isTornInside();
    return new LogRecovery(
        whole ? WALRecoveryMode.AbsoluteConsistency : WALRecoveryMode.PointInTimeRecovery,
        Math.max(mark.required(), scan.claimedSynced()),
        scan.damage()
            .map(
                damage ->
                    scan.bytesBehindDamage()
                        + " bytes behind the last acknowledged write, from "
                        + damage));
  }

  /** What is lost, or empty if the logs reach as far as they must. */
  static Optional<String> problem(LogScan scan, Watermark.State mark) {
    long required = Math.max(mark.required(), scan.claimedSynced());
    long reached = Math.max(scan.end(), scan.newestLog() >= mark.log() ? mark.base() : 0);
    if (reached >= required && !(mark.isBlank() && isDamagedInside(scan))) {
      return Optional.empty();
    }
    if (scan.damage().isEmpty() && mark.opening() && scan.newestLog() > mark.log()) {
      // The process ended while RocksDB replaced the logs. What it has then is checked next.
      return Optional.empty();
    }
    if (scan.damage().isEmpty() && scan.isEndOpen() && scan.newestLog() >= mark.log()) {
      // The log is new and empty, or all of it is lost: the table files show which, once they are
      // open.
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    text.append(
        scan.damage()
            .map(LogScan.Damage::toString)
            .orElse(scan.newestLog() < mark.log() ? missing(mark) : "the end of it is missing"));
    text.append("; rows up to ").append(required).append(" were acknowledged, ");
    text.append("the log can be read up to row ").append(reached);
    if (scan.recordsBehindDamage() > 0) {
      text.append(" (").append(scan.recordsBehindDamage()).append(" records behind it are intact)");
    }
    return Optional.of(text.toString());
  }

  private static String missing(Watermark.State mark) {
    return "the file " + String.format("%06d.log", mark.log()) + " or a newer one is missing";
  }

  /** For directories of versions that kept no watermark: only the end may be torn. */
  private static boolean isDamagedInside(LogScan scan) {
    return scan.damage().isPresent() && scan.recordsBehindDamage() > 0;
  }
}
