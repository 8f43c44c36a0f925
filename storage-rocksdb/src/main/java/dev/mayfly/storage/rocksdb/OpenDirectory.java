package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.WALRecoveryMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that is open for writing: locked, its logs found to be complete, its database open.
 *
 * @param watermark how far the log must reach, and the lock
 */
record OpenDirectory(Database database, Watermark watermark) implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenDirectory.class);

  /**
   * Opens a directory, and makes a store of it if it is absent or empty.
   *
   * @throws EngineException as {@link RocksDbStorage#open(Path, RocksDbOptions)}
   */
  static OpenDirectory open(Path directory, long memoryBytes) {
    int version = DirectoryFormat.claim(directory);
    try {
      Watermark watermark = Watermark.open(directory, version <= DirectoryFormat.WITHOUT_WATERMARK);
      try {
        LogScan scan = LogScan.of(directory, watermark.found());
        LogRecovery recovery = LogRecovery.judge(directory, scan, watermark.found());
        recovery.dropped().ifPresent(dropped -> LOG.warn("Dropping {}", dropped));
        return open(directory, memoryBytes, version, watermark, recovery);
      } catch (RuntimeException | Error | IOException failure) {
        watermark.close();
        throw failure;
      }
    } catch (IOException exception) {
      throw DirectoryFormat.failed("Opening the directory " + directory, exception);
    }
  }

  /** Opens what can be read of a directory, whatever the logs lack. */
  static OpenDirectory salvage(Path directory, long memoryBytes, WALRecoveryMode mode) {
    try {
      Watermark watermark = Watermark.open(directory, true);
      try {
        NativeLibrary.load();
        Database database = Database.openUntracked(directory, memoryBytes, mode);
        watermark.opened(newestLog(directory), database.writtenRows());
        return new OpenDirectory(database, watermark);
      } catch (RuntimeException | Error | IOException failure) {
        watermark.close();
        throw failure;
      }
    } catch (IOException exception) {
      throw DirectoryFormat.failed("Opening the directory " + directory, exception);
    }
  }

  private static OpenDirectory open(
      Path directory, long memoryBytes, int version, Watermark watermark, LogRecovery recovery)
      throws IOException {
    watermark.opening();
    if (version == 0) {
      DirectoryFormat.write(directory);
    }
    NativeLibrary.load();
    Database database = Database.open(directory, memoryBytes, recovery.mode());
    try {
      long reached = database.writtenRows();
      if (reached < recovery.requiredRow()) {
        throw new EngineException(
            ErrorCode.CORRUPTED,
            "The directory "
                + directory
                + " has rows up to "
                + reached
                + ", but rows up to "
                + recovery.requiredRow()
                + " were acknowledged. Restore a backup");
      }
      watermark.opened(newestLog(directory), reached);
      if (version == DirectoryFormat.WITHOUT_WATERMARK) {
        DirectoryFormat.write(directory);
      }
      return new OpenDirectory(database, watermark);
    } catch (RuntimeException | Error | IOException failure) {
      database.close();
      throw failure;
    }
  }

  private static long newestLog(Path directory) throws IOException {
    List<Path> logs = LogScan.logs(directory);
    return logs.isEmpty() ? 0 : LogScan.number(logs.get(logs.size() - 1));
  }

  /** Syncs the log and notes how far it is synced. Callers of other threads may write meanwhile. */
  void syncLog() {
    long written = watermark.written();
    database.syncLog();
    watermark.syncedTo(written);
  }

  @Override
  public void close() {
    try {
      database.close();
    } finally {
      try {
        watermark.close();
      } catch (IOException exception) {
        LOG.warn("The file {} did not close: {}", Watermark.FILE_NAME, exception.toString());
      }
    }
  }
}
