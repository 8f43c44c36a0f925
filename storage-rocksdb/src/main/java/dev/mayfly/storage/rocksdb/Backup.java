package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.WALRecoveryMode;

/** Writes a checkpoint into a directory that either is whole or has a name that says it is not. */
final class Backup {
  /** The file that marks a directory as a backup. */
  static final String MARK_NAME = "BACKUP";

  private static final String PARTIAL_SUFFIX = ".partial";

  private Backup() {}

  /** Copies all files, and says how far the log among them must reach. */
  private interface Copying {
    void copy(Path partial) throws IOException;
  }

  static void write(OpenDirectory source, Path target) {
    write(
        target,
        partial -> {
          source.syncLog();
          long contained = source.watermark().written();
          source.database().checkpoint(partial);
          Watermark.write(partial, watermark(partial, source.watermark(), contained));
        });
  }

  /** Of a database that has no log. */
  static void write(Database source, Path target) {
    write(
        target,
        partial -> {
          source.checkpoint(partial);
          for (Path log : LogScan.logs(partial)) {
            Files.delete(log);
          }
          // A store has a log, be it empty, and a watermark.
          OpenDirectory.salvage(
                  partial, RocksDbOptions.MEMORY_BYTES_MIN, WALRecoveryMode.PointInTimeRecovery)
              .close();
        });
  }

  /** One at a time, so that none clears away what another is making. */
  private static synchronized void write(Path target, Copying copying) {
    Path partial = target.resolveSibling(target.getFileName() + PARTIAL_SUFFIX);
    try {
      checkFree(target, partial);
      Files.createDirectories(target.getParent());
      boolean complete = false;
      try {
        copying.copy(partial);
        Files.createFile(partial.resolve(MARK_NAME));
        DirectoryFormat.write(partial);
        Files.deleteIfExists(target);
        Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
        complete = true;
        DirectoryFormat.syncDirectory(target.getParent());
      } finally {
        if (!complete) {
          deleteAll(partial);
        }
      }
    } catch (IOException exception) {
      throw DirectoryFormat.failed("The backup to " + target, exception);
    }
  }

  /**
   * What the logs of the copy must reach: all that was written before it was begun, and what came
   * with the logs after that. Several logs may be copied, because each table is flushed on its own.
   */
  private static Watermark.State watermark(Path partial, Watermark source, long contained)
      throws IOException {
    List<Path> logs = LogScan.logs(partial);
    long oldest = logs.isEmpty() ? 0 : LogScan.number(logs.get(0));
    // A log that was begun later says itself what came before it.
    long base = oldest == source.log() ? source.base() : logs.isEmpty() ? contained : 0;
    Watermark.State start = new Watermark.State(oldest, base, base, base, 0, 0, false);
    long end = Math.max(contained, LogScan.of(partial, start).end());
    return new Watermark.State(oldest, base, end, end, 0, 0, false);
  }

  private static void checkFree(Path target, Path partial) throws IOException {
    if (target.getParent() == null) {
      throw refused("The root of a file system cannot be the target of a backup");
    }
    if (Files.exists(target) && (!Files.isDirectory(target) || !DirectoryFormat.isEmpty(target))) {
      throw refused("The target " + target + " is not empty. Give an empty or absent directory");
    }
    if (Files.exists(partial)) {
      throw refused(partial + " is there: another backup is running, or one broke off. Remove it");
    }
  }

  private static EngineException refused(String message) {
    return new EngineException(ErrorCode.BAD_REQUEST, message);
  }

  static void deleteAll(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    }
  }
}
