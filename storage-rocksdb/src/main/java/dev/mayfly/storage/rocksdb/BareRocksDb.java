package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.WALRecoveryMode;

/**
 * RocksDB with the very tables and settings of {@link RocksDbStorage} and nothing around it: what
 * benchmarks compare with. The directory belongs to the benchmark; a storage does not open it.
 */
public final class BareRocksDb implements AutoCloseable {
  private final Database database;

  private BareRocksDb(Database database) {
    this.database = database;
  }

  /** Opens the database in a directory, and makes it if it is absent. */
  public static BareRocksDb open(Path directory, long memoryBytes) {
    requireNonNull(directory, "directory");
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new EngineException(
          ErrorCode.STORAGE_FAILED, "The directory " + directory + " can't be made: " + e, e);
    }
    NativeLibrary.load();
    return new BareRocksDb(
        Database.open(directory, memoryBytes, WALRecoveryMode.PointInTimeRecovery));
  }

  public RocksDB rocks() {
    return database.rocks();
  }

  public ColumnFamilyHandle family(Table table) {
    return database.family(table);
  }

  /** What {@link #rocks} and {@link #family} returned must not be used afterwards. */
  @Override
  public void close() {
    database.close();
  }
}
