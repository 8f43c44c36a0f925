package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.storage.Table;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.PerfLevel;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Snapshot;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The native database with its column families and options. Does not guard itself: callers hold the
 * gate, or are the one writer.
 */
final class Database implements AutoCloseable {
  private static final long DELETED_ROWS_PASSED = 64;

  private final Path directory;
  private final NativeObjects natives;
  private final DamageRecord damage = new DamageRecord();
  private final RocksDB rocks;
  private final ColumnFamilyHandle[] families;
  private final ReadOptions readOptions;
  private final WriteOptions syncedWrite;
  private final WriteOptions relaxedWrite;
  private final WriteOptions unloggedWrite;
  private final ColumnFamilyHandle own;

  private Database(
      Path directory,
      NativeObjects natives,
      RocksDB rocks,
      ColumnFamilyHandle own,
      ColumnFamilyHandle[] families) {
    this.directory = directory;
    this.natives = natives;
    this.rocks = rocks;
    this.families = families;
    this.readOptions = natives.add(new ReadOptions());
    this.syncedWrite = natives.add(new WriteOptions().setSync(true));
    this.relaxedWrite = natives.add(new WriteOptions().setSync(false));
    this.unloggedWrite = natives.add(new WriteOptions().setDisableWAL(true));
    this.own = own;
  }

  /** Opens the database for reading and writing, and makes it if it is absent. */
  static Database open(Path directory, long memoryBytes, WALRecoveryMode mode) {
    return open(directory, memoryBytes, mode, true, RocksDB::open);
  }

  /** Opens the database even if logs are missing that the manifest names. */
  static Database openUntracked(Path directory, long memoryBytes, WALRecoveryMode mode) {
    return open(directory, memoryBytes, mode, false, RocksDB::open);
  }

  /**
   * Opens the database of a replica, and makes it if it is absent: without a log of its own, and
   * with tables that are written out together, so that what is on the medium is all rows up to some
   * group.
   */
  static Database openReplica(Path directory, long memoryBytes) {
    return open(
        directory,
        memoryBytes,
        WALRecoveryMode.PointInTimeRecovery,
        false,
        (options, path, descriptors, handles) ->
            RocksDB.open(options.setAtomicFlush(true), path, descriptors, handles));
  }

  /** Opens the database as it is: no file is changed or made. Every write fails. */
  static Database openReadOnly(Path directory, long memoryBytes, WALRecoveryMode mode) {
    return open(directory, memoryBytes, mode, true, RocksDB::openReadOnly);
  }

  private interface Opening {
    RocksDB open(
        DBOptions options,
        String directory,
        List<ColumnFamilyDescriptor> descriptors,
        List<ColumnFamilyHandle> handles)
        throws RocksDBException;
  }

  private static Database open(
      Path directory, long memoryBytes, WALRecoveryMode mode, boolean trackLogs, Opening opening) {
    NativeObjects natives = new NativeObjects();
    try {
      RocksDbTuning tuning = new RocksDbTuning(memoryBytes, natives);
      DBOptions options = tuning.database(trackLogs).setWalRecoveryMode(mode);
      List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
      // RocksDB insists on having the default family. A replica keeps in it what it knows about
      // itself; elsewhere it stays empty. It is tuned like the others, because the largest write
      // buffer decides how much room a full disk must get back.
      descriptors.add(
          new ColumnFamilyDescriptor(
              RocksDB.DEFAULT_COLUMN_FAMILY, tuning.columnFamily(Table.META)));
      for (Table table : Table.values()) {
        descriptors.add(new ColumnFamilyDescriptor(name(table), tuning.columnFamily(table)));
      }
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      RocksDB rocks =
          natives.add(opening.open(options, directory.toString(), descriptors, handles));
      handles.forEach(natives::add);
      ColumnFamilyHandle[] families =
          handles.subList(1, handles.size()).toArray(ColumnFamilyHandle[]::new);
      return new Database(directory, natives, rocks, handles.get(0), families);
    } catch (RocksDBException exception) {
      natives.close();
      throw RocksDbErrors.translate("Opening the directory " + directory, exception);
    } catch (RuntimeException | Error failure) {
      natives.close();
      throw failure;
    }
  }

  private static byte[] name(Table table) {
    return table.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
  }

  Path directory() {
    return directory;
  }

  RocksDB rocks() {
    return rocks;
  }

  /** The family of no table. */
  ColumnFamilyHandle ownFamily() {
    return own;
  }

  ColumnFamilyHandle family(Table table) {
    return families[table.ordinal()];
  }

  byte[] get(Table table, byte[] key) {
    return get(table, readOptions, key);
  }

  byte[] get(Table table, ReadOptions options, byte[] key) {
    try {
      return rocks.get(families[table.ordinal()], options, key);
    } catch (RocksDBException exception) {
      throw failed("Reading a row of " + table, exception);
    }
  }

  /** Keys that lie in the same blocks are found together, for four fifths of the time. */
  List<byte[]> getAll(Table table, ReadOptions options, List<byte[]> keys) {
    if (keys.size() < 2) {
      return keys.isEmpty()
          ? List.of()
          : Collections.singletonList(get(table, options, keys.get(0)));
    }
    try {
      ColumnFamilyHandle family = families[table.ordinal()];
      return rocks.multiGetAsList(options, Collections.nCopies(keys.size(), family), keys);
    } catch (RocksDBException exception) {
      throw failed("Reading rows of " + table, exception);
    }
  }

  /**
   * Whether there is no row between two keys, both included; false also if that takes a long walk
   * over rows that were deleted, or can't be read.
   */
  boolean isEmpty(Table table, byte[] first, byte[] last) {
    try (Slice bound = new Slice(Arrays.copyOf(last, last.length + 1));
        ReadOptions options =
            new ReadOptions()
                .setIterateUpperBound(bound)
                .setMaxSkippableInternalKeys(DELETED_ROWS_PASSED)
                .setBackgroundPurgeOnIteratorCleanup(true);
        RocksIterator rows = iterator(table, options)) {
      rows.seek(first);
      if (rows.isValid()) {
        return false;
      }
      rows.status();
      return true;
    } catch (RocksDBException exception) {
      return false;
    }
  }

  RocksIterator iterator(Table table, ReadOptions options) {
    return rocks.newIterator(families[table.ordinal()], options);
  }

  Snapshot snapshot() {
    // Without unused perf counters, iteration is faster.
    rocks.setPerfLevel(PerfLevel.DISABLE);
    return rocks.getSnapshot();
  }

  void release(Snapshot snapshot) {
    rocks.releaseSnapshot(snapshot);
  }

  void write(WriteBatch batch, boolean sync) throws RocksDBException {
    rocks.write(sync ? syncedWrite : relaxedWrite, batch);
  }

  /** Writes without RocksDB's own log: the rows are on the medium when they are flushed. */
  void writeUnlogged(WriteBatch batch) throws RocksDBException {
    rocks.write(unloggedWrite, batch);
  }

  void syncLog() {
    try {
      rocks.syncWal();
    } catch (RocksDBException exception) {
      throw failed("Syncing the log", exception);
    }
  }

  void checkpoint(Path target) {
    try (Checkpoint checkpoint = Checkpoint.create(rocks)) {
      checkpoint.createCheckpoint(target.toString());
    } catch (RocksDBException exception) {
      throw failed("The backup to " + target, exception);
    }
  }

  void verifyChecksums() {
    try {
      rocks.verifyChecksum();
    } catch (RocksDBException exception) {
      throw failed("Verifying the checksums of " + directory, exception);
    }
  }

  /** A number that grows with every row that is written. */
  long writtenRows() {
    return rocks.getLatestSequenceNumber();
  }

  /** What the write buffers hold that files do not. */
  long bufferedBytes() throws RocksDBException {
    return rocks.getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables");
  }

  /** Begins to write the buffers out. */
  void flush() throws RocksDBException {
    flush(false);
  }

  private void flush(boolean wait) throws RocksDBException {
    List<ColumnFamilyHandle> all = new ArrayList<>(List.of(families));
    all.add(own);
    try (FlushOptions options = new FlushOptions().setWaitForFlush(wait)) {
      rocks.flush(options, all);
    }
  }

  /** Returns when all rows that were written before are on the medium. */
  void flushAndWait() {
    try {
      flush(true);
    } catch (RocksDBException exception) {
      throw failed("Flushing the rows in " + directory, exception);
    }
  }

  /** Whether files that overlap are merged with others as soon as there is one, or when it pays. */
  void mergeEagerly(boolean eagerly) throws RocksDBException {
    MutableColumnFamilyOptions options =
        MutableColumnFamilyOptions.builder()
            .setLevel0FileNumCompactionTrigger(eagerly ? 1 : RocksDbTuning.OVERLAPPING_FILES)
            .build();
    for (ColumnFamilyHandle family : families) {
      rocks.setOptions(family, options);
    }
  }

  /** Table files, and the log, which holds at least what the write buffers do. */
  long sizeOnDiskBytes() {
    try {
      return rocks.getAggregatedLongProperty("rocksdb.total-sst-files-size")
          + rocks.getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables");
    } catch (RocksDBException exception) {
      throw failed("Asking for the size of " + directory, exception);
    }
  }

  /** About how many rows there are. */
  long rowsEstimate() {
    try {
      return rocks.getAggregatedLongProperty("rocksdb.estimate-num-keys");
    } catch (RocksDBException exception) {
      throw failed("Asking for the rows of " + directory, exception);
    }
  }

  /** What RocksDB's exception means to callers. Damage is remembered. */
  EngineException failed(String doing, RocksDBException exception) {
    return damage.note(RocksDbErrors.translate(doing, exception));
  }

  /** The first damage that a read, a write or the work in the background has met. */
  Optional<String> damage() {
    return damage.found();
  }

  @Override
  public void close() {
    natives.close();
  }
}
