package dev.mayfly.storage.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the write-ahead logs of a directory without RocksDB and without changing anything: how far
 * they are intact, where the first damage is, and what can still be read behind it. RocksDB itself
 * would stop at a damaged record, or step over a zeroed block, without an error.
 *
 * <p>A log is intact as long as every fragment has its checksum and every record begins with the
 * row number that follows the record before: that also shows records that are missing as a whole.
 */
final class LogScan {
  private static final String SUFFIX = ".log";

  /**
   * The first place that can't be read.
   *
   * @param file the log
   * @param offset where in the log
   * @param reason what is wrong there
   */
  record Damage(Path file, long offset, String reason) {
    @Override
    public String toString() {
      return file.getFileName() + " at byte " + offset + ": " + reason;
    }
  }

  private long newestLog;
  private long end;

  /** The first row of the last record before that end. */
  private long lastRecordRow;

  /** Whether the last record is known only by its first row: the next may begin anywhere behind. */
  private boolean endIsOpen;

  private long claimedSynced;
  private long bytesBehind;
  private long recordsBehind;
  private Damage damage;
  private boolean torn;

  private LogScan() {}

  /**
   * @param base the log that was new when the directory was last opened and the last row before it;
   *     its first record must follow that row
   */
  static LogScan of(Path directory, Watermark.State base) throws IOException {
    LogScan scan = new LogScan();
    List<Path> logs = logs(directory);
    for (int i = 0; i < logs.size(); i++) {
      long previous = i == 0 ? 0 : number(logs.get(i - 1));
      scan.read(logs.get(i), previous, base);
    }
    return scan;
  }

  /** The logs of a directory, the oldest first. */
  static List<Path> logs(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> isLog(file.getFileName().toString()))
          .sorted(Comparator.comparingLong(LogScan::number))
          .toList();
    }
  }

  private static boolean isLog(String name) {
    return name.matches("[0-9]{1,18}" + "\\" + SUFFIX);
  }

  static long number(Path log) {
    String name = log.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
  }

  /** The number of the newest log; 0 if there is none. */
  long newestLog() {
    return newestLog;
  }

  /** The last row that can be reached without passing damage; 0 if no log says so. */
  long end() {
    return end;
  }

  /**
   * Whether the logs hold no record, and the one that came before is gone: how far its rows reached
   * is known only to the table files.
   */
  boolean isEndOpen() {
    return endIsOpen;
  }

  /** The highest row of which an intact record, also behind damage, says that it was synced. */
  long claimedSynced() {
    return claimedSynced;
  }

  Optional<Damage> damage() {
    return Optional.ofNullable(damage);
  }

  /** Whether a log ends within a record, though the next log shows that nothing is missing. */
  boolean isTornInside() {
    return torn;
  }

  /** Bytes of all logs from the first damage on. */
  long bytesBehindDamage() {
    return bytesBehind;
  }

  /** Records behind the first damage that are intact in themselves. */
  long recordsBehindDamage() {
    return recordsBehind;
  }

  private void read(Path log, long previousLog, Watermark.State base) throws IOException {
    newestLog = number(log);
    long size = Files.size(log);
    try (InputStream in = Files.newInputStream(log)) {
      LogReader reader = new LogReader(in);
      LogReader.Entry entry = reader.next();
      if (entry != null) {
        startLog(entry, previousLog, base);
      }
      for (; entry != null; entry = reader.next()) {
        String reason = accept(entry);
        if (reason != null && damage == null) {
          damage = new Damage(log, entry.offset(), reason);
        }
      }
    }
    if (damage != null) {
      bytesBehind += damage.file().equals(log) ? size - damage.offset() : size;
    }
  }

  /** Decides where the records of a log must begin. */
  private void startLog(LogReader.Entry first, long previousLog, Watermark.State base) {
    if (first.kind() == LogReader.Kind.PREDECESSOR && first.predecessorLog() != previousLog) {
      // What is older was no longer needed when this log was begun. RocksDB knows which logs are.
      restart(first.lastRecordRow());
      endIsOpen = true;
    } else if (newestLog == base.log()) {
      // Made when the directory was last opened: all rows before are in table files.
      restart(base.base());
    }
  }

  private void restart(long row) {
    end = row;
    lastRecordRow = row;
    endIsOpen = false;
    damage = null;
    torn = false;
    bytesBehind = 0;
    recordsBehind = 0;
  }

  /** Returns what is wrong with an entry, or null. */
  private String accept(LogReader.Entry entry) {
    return switch (entry.kind()) {
      case DAMAGE -> entry.reason();
      case PREDECESSOR -> acceptPredecessor(entry);
      case RECORD -> acceptRecord(entry);
    };
  }

  private String acceptPredecessor(LogReader.Entry entry) {
    long announced = entry.lastRecordRow();
    if (damage != null && announced == lastRecordRow) {
      // The log before ends with a write that failed; nothing of it was acknowledged.
      long last = lastRecordRow;
      restart(end);
      lastRecordRow = last;
      torn = true;
      return null;
    }
    if (damage == null && end != 0 && announced > end) {
      return missing(end + 1, announced);
    }
    if (damage == null && announced > end) {
      restart(announced);
      endIsOpen = true;
    }
    return null;
  }

  private String acceptRecord(LogReader.Entry entry) {
    claimedSynced = Math.max(claimedSynced, SyncClaim.read(entry.head()));
    if (damage != null) {
      recordsBehind++;
      return null;
    }
    long firstRow = entry.firstRow();
    boolean follows = endIsOpen ? firstRow > end : firstRow == end + 1;
    if (end != 0 && !follows) {
      recordsBehind++;
      return firstRow > end
          ? missing(end + 1, firstRow - 1)
          : "row " + firstRow + " comes again after row " + end;
    }
    end = firstRow + entry.rows() - 1;
    lastRecordRow = firstRow;
    endIsOpen = false;
    return null;
  }

  private static String missing(long from, long to) {
    return "rows " + from + " to " + to + " are missing";
  }
}
