package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rocksdb.WALRecoveryMode;

/**
 * A store opened for reading only: no file is written, made or removed, so it may lie on a medium
 * that can't be written. What is wrong with its files is found when it is opened; what can be read
 * all the same can be read.
 */
public final class ReadOnlyStore implements AutoCloseable {
  private final List<String> damage;
  private final List<String> notes;
  private final FileChannel lock;
  private final Database database;
  private final CallGate gate = new CallGate();
  private final OpenHandles openReads = new OpenHandles();
  private final RowCache noCache = new RowCache(Table.ITEMS, 0);

  private ReadOnlyStore(
      List<String> damage, List<String> notes, FileChannel lock, Database database) {
    this.damage = List.copyOf(damage);
    this.notes = List.copyOf(notes);
    this.lock = lock;
    this.database = database;
  }

  /**
   * Opens a directory and reads its logs.
   *
   * @throws EngineException LOCKED if a server has it open, NEWER_FORMAT, or STORAGE_FAILED; damage
   *     is no exception
   */
  public static ReadOnlyStore open(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    FileChannel lock = null;
    Database database = null;
    boolean complete = false;
    List<String> damage = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    try {
      try {
        if (DirectoryFormat.version(absolute) > DirectoryFormat.WITHOUT_WATERMARK) {
          lock = Watermark.openToRead(absolute);
        }
        LogRecovery recovery = readLogs(absolute, lock, damage, notes);
        NativeLibrary.load();
        database =
            Database.openReadOnly(
                absolute, RocksDbOptions.defaults().memoryBytes(), recovery.mode());
        if (database.writtenRows() < recovery.requiredRow()) {
          damage.add(
              "the log is damaged: the end of it is missing; rows up to "
                  + recovery.requiredRow()
                  + " were acknowledged, the store can be read up to row "
                  + database.writtenRows());
        }
      } catch (EngineException exception) {
        if (exception.code() != ErrorCode.CORRUPTED) {
          throw exception;
        }
        damage.add(exception.getMessage());
      }
      complete = true;
      return new ReadOnlyStore(damage, notes, lock, database);
    } catch (IOException exception) {
      throw DirectoryFormat.failed("Opening the directory " + absolute, exception);
    } finally {
      if (!complete) {
        closeQuietly(lock);
      }
    }
  }

  private static LogRecovery readLogs(
      Path directory, FileChannel watermark, List<String> damage, List<String> notes)
      throws IOException {
    Watermark.State mark = Watermark.State.NONE;
    if (watermark != null) {
      Optional<Watermark.State> found = Watermark.read(watermark);
      mark = found.orElse(mark);
      if (found.isEmpty()) {
        damage.add(Watermark.FILE_NAME + " can't be read");
      }
    }
    LogScan scan = LogScan.of(directory, mark);
    Optional<String> problem = LogRecovery.problem(scan, mark);
    problem.ifPresent(text -> damage.add("the log is damaged: " + text));
    if (problem.isPresent()) {
      // It is reported already: whatever can be reached is checked.
      return new LogRecovery(WALRecoveryMode.PointInTimeRecovery, 0, Optional.empty());
    }
    LogRecovery recovery = LogRecovery.judge(directory, scan, mark);
    recovery.dropped().ifPresent(text -> notes.add("the next start drops " + text));
    return recovery;
  }

  /** What is wrong with the files, a line each. */
  public List<String> damage() {
    return damage;
  }

  /** What the next start will do, and is no damage. */
  public List<String> notes() {
    return notes;
  }

  /** Whether rows can be read at all. */
  public boolean isReadable() {
    return database != null;
  }

  /** A view of all rows that can be reached. Ask {@link #isReadable} first. */
  public ReadView snapshot() {
    return new RocksView(database, noCache, openReads, gate);
  }

  /** About how many rows there are. Ask {@link #isReadable} first. */
  public long rowsEstimate() {
    return database.rowsEstimate();
  }

  /** Reads every table file and fails with CORRUPTED if a block is not as written. */
  public void verifyChecksums() {
    database.verifyChecksums();
  }

  @Override
  public void close() {
    gate.close();
    openReads.releaseAll();
    if (database != null) {
      database.close();
    }
    closeQuietly(lock);
  }

  private static void closeQuietly(FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException ignored) {
        // Nothing was written through it.
      }
    }
  }
}
