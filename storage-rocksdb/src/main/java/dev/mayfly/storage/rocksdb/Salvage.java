package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.rocksdb.WALRecoveryMode;

/**
 * Makes a new directory of a store whose log is damaged. The damaged one stays as it is. The new
 * one has everything up to the damage, which is the state at an earlier moment; if table files are
 * ahead of that moment, it also has what can be read behind the damage.
 */
final class Salvage {
  private Salvage() {}

  /** Returns what is lost, in words. */
  static String into(Path damaged, Path target, Consumer<Storage> adopting) {
    if (!Files.exists(damaged.resolve("CURRENT"))) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The directory " + damaged + " has no file CURRENT, so nothing can be read from it");
    }
    FileChannel lock = null;
    try {
      Watermark.State mark = Watermark.State.NONE;
      if (Files.exists(damaged.resolve(Watermark.FILE_NAME))) {
        lock = Watermark.openToRead(damaged);
        mark = Watermark.read(lock).orElse(mark);
      }
      LogScan scan = LogScan.of(damaged, mark);
      boolean[] skipped = new boolean[1];
      DirectoryCopy.make(damaged, target, bytes -> {}, copy -> open(copy, skipped), adopting);
      return lost(scan, mark, skipped[0]);
    } catch (IOException exception) {
      throw DirectoryFormat.failed("Salvaging " + damaged + " into " + target, exception);
    } finally {
      close(lock);
    }
  }

  private static RocksDbStorage open(Path copy, boolean[] skipped) throws IOException {
    Files.deleteIfExists(copy.resolve(Watermark.FILE_NAME));
    long memoryBytes = RocksDbOptions.defaults().memoryBytes();
    OpenDirectory opened;
    try {
      opened = OpenDirectory.salvage(copy, memoryBytes, WALRecoveryMode.PointInTimeRecovery);
    } catch (EngineException exception) {
      if (exception.code() != ErrorCode.CORRUPTED) {
        throw exception;
      }
      skipped[0] = true;
      opened = OpenDirectory.salvage(copy, memoryBytes, WALRecoveryMode.SkipAnyCorruptedRecords);
    }
    return RocksDbStorage.of(opened);
  }

  private static String lost(LogScan scan, Watermark.State mark, boolean skipped) {
    Optional<String> problem = LogRecovery.problem(scan, mark);
    if (problem.isEmpty()) {
      return "the log is complete; nothing of it is lost";
    }
    String kept =
        skipped
            ? "Table files are newer than the damage, so the records behind it were used too, and"
                + " writes may be there in part"
            : "All writes behind the damage are lost, "
                + scan.bytesBehindDamage()
                + " bytes of log; what was written before is complete";
    return problem.get() + ". " + kept;
  }

  private static void close(FileChannel lock) {
    if (lock != null) {
      try {
        lock.close();
      } catch (IOException ignored) {
        // Nothing was written through it.
      }
    }
  }
}
