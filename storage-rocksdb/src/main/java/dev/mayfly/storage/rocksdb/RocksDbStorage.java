package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Rows in a directory, kept by RocksDB. One process at a time may have the directory open.
 *
 * <p>A write that failed because of the medium is not seen by reads. If the medium failed while the
 * log was synced, the write may yet be found when the directory is opened again, whole or not at
 * all: that is the nature of a log. After a full disk writing resumes some seconds after there is
 * space; if RocksDB met the full disk in two threads at once, only when it is opened anew.
 *
 * <p>{@link #close} releases views and cursors that are still open; using them later fails with
 * CLOSED, like every other call.
 */
public final class RocksDbStorage implements Storage {
  /** Of the memory, this part is for rows that are looked up often. */
  private static final int ROWS_SHARE_OF_MEMORY = 4;

  /** They are on Java's heap, of which they take no more than this part. */
  private static final int ROWS_SHARE_OF_HEAP = 8;

  private final OpenDirectory directory;
  private final Database database;
  private final RowCache rowCache;
  private final GroupCommit commit;
  private final GroupWriter writer;
  private final CallGate gate = new CallGate();
  private final OpenHandles openReads = new OpenHandles();
  private final BufferFlusher tidying;
  private boolean closed;

  private RocksDbStorage(
      OpenDirectory directory,
      RowCache rowCache,
      RocksDbOptions options,
      UnaryOperator<BatchCommitter> wrapping) {
    this.directory = directory;
    this.database = directory.database();
    this.rowCache = rowCache;
    this.commit =
        new GroupCommit(
            database,
            rowCache,
            DiskSpace.of(database.directory(), options.diskReserveBytes()),
            new LocalSink(
                database, rowCache, wrapping.apply(this::write), directory.watermark()::synced),
            options.durability());
    this.writer =
        new GroupWriter(commit, options.queueLimit(), options.durability() == Durability.SYNC);
    this.tidying = new BufferFlusher(database, gate);
  }

  /** Begins to load native code, so that the first {@link #open} finds it loaded. */
  public static void prepare() {
    NativeLibrary.begin();
  }

  /**
   * Opens the storage in a directory, and makes it if the directory is absent or empty.
   *
   * @throws dev.mayfly.engine.error.EngineException LOCKED if another process has it open,
   *     NEWER_FORMAT, CORRUPTED, BAD_REQUEST if the directory holds something else, DISK_FULL or
   *     STORAGE_FAILED
   */
  public static RocksDbStorage open(Path directory, RocksDbOptions options) {
    return open(directory, options, UnaryOperator.identity());
  }

  /** True if the directory was made by a storage, whole or damaged. */
  public static boolean isStore(Path directory) {
    return Files.exists(directory.resolve(DirectoryFormat.FILE_NAME));
  }

  /**
   * True if the directory is a backup that was not restored. It can be opened for inspection; to
   * work with it, restore it first.
   */
  public static boolean isBackup(Path directory) {
    return isStore(directory) && Files.exists(directory.resolve(Backup.MARK_NAME));
  }

  /**
   * Makes a directory that can be opened of a backup, which stays as it is.
   *
   * @param directory absent or empty
   * @param copied gets the number of bytes of each file that is copied
   * @param adopting what makes the copy a store of its own; the copy counts as restored only when
   *     that is committed
   */
  public static void restore(
      Path backup, Path directory, LongConsumer copied, Consumer<Storage> adopting) {
    Restore.copy(
        backup.toAbsolutePath().normalize(),
        directory.toAbsolutePath().normalize(),
        copied,
        adopting);
  }

  /** How many bytes the files of a directory have together; 0 if it can't be read. */
  public static long fileBytes(Path directory) {
    return DirectoryCopy.bytes(directory);
  }

  /**
   * Makes a new directory of a store whose log is damaged, with what can be read of it. The damaged
   * one stays as it is.
   *
   * @param directory absent or empty
   * @param adopting what makes the new directory a store of its own
   * @return what is lost, in words
   */
  public static String salvage(Path damaged, Path directory, Consumer<Storage> adopting) {
    return Salvage.into(
        damaged.toAbsolutePath().normalize(), directory.toAbsolutePath().normalize(), adopting);
  }

  /** Tests put their own committer around the real one. */
  static RocksDbStorage open(
      Path directory, RocksDbOptions options, UnaryOperator<BatchCommitter> wrapping) {
    requireNonNull(options, "options");
    Path absolute = directory.toAbsolutePath().normalize();
    long rowBytes = rowBytes(options.memoryBytes());
    OpenDirectory opened = OpenDirectory.open(absolute, options.memoryBytes() - rowBytes);
    return new RocksDbStorage(opened, new RowCache(Table.ITEMS, rowBytes), options, wrapping);
  }

  static RocksDbStorage of(OpenDirectory opened) {
    RowCache rowCache = new RowCache(Table.ITEMS, 0);
    RocksDbOptions options = RocksDbOptions.defaults().withDiskReserveBytes(0);
    return new RocksDbStorage(opened, rowCache, options, UnaryOperator.identity());
  }

  /** The watermark follows the log: it is set only when the log has the rows. */
  private void write(WriteBatch batch, boolean sync) throws RocksDBException {
    database.write(batch, sync);
    directory.watermark().wrote(database.writtenRows(), sync);
  }

  /** RocksDB keeps at least what it needs. */
  static long rowBytes(long memoryBytes) {
    return Math.min(
        Math.min(memoryBytes / ROWS_SHARE_OF_MEMORY, memoryBytes - RocksDbOptions.MEMORY_BYTES_MIN),
        Runtime.getRuntime().maxMemory() / ROWS_SHARE_OF_HEAP);
  }

  /** Half of the rows that there is room for: others are looked up too. */
  @Override
  public long keptRows() {
    return rowCache.usualRows() / 2;
  }

  @Override
  public Set<Capability> capabilities() {
    gate.enter();
    gate.leave();
    return Collections.unmodifiableSet(EnumSet.allOf(Capability.class));
  }

  @Override
  public void start(GroupListener listener) {
    writer.start(listener);
    tidying.start();
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    gate.enter();
    try {
      return rowCache.isOf(table)
          ? rowCache.get(key, rowCache.committed(), () -> database.get(table, key))
          : database.get(table, key);
    } finally {
      gate.leave();
    }
  }

  @Override
  public ReadView snapshot() {
    gate.enter();
    try {
      return new RocksView(database, rowCache, openReads, gate);
    } finally {
      gate.leave();
    }
  }

  @Override
  public <R> void submit(Decision<R> decision, Completion<R> completion) {
    writer.submit(decision, completion);
  }

  @Override
  public <R> R execute(Decision<R> decision) {
    return writer.execute(decision);
  }

  @Override
  public int waiting() {
    gate.enter();
    gate.leave();
    return writer.waiting();
  }

  @Override
  public long sizeOnDiskBytes() {
    gate.enter();
    try {
      return database.sizeOnDiskBytes();
    } finally {
      gate.leave();
    }
  }

  /**
   * A copy of all rows as last committed. It is made beside the directory, under its name with
   * {@code .partial}, and gets its own name when it is complete.
   */
  @Override
  public void backup(Path directory) {
    gate.enter();
    try {
      Backup.write(this.directory, directory.toAbsolutePath().normalize());
    } finally {
      gate.leave();
    }
  }

  @Override
  public Optional<String> damage() {
    return database.damage();
  }

  /** Reads everything on the medium and fails with CORRUPTED if a block is not as written. */
  public void verifyChecksums() {
    gate.enter();
    try {
      database.verifyChecksums();
    } finally {
      gate.leave();
    }
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    writer.close();
    tidying.close();
    gate.close();
    closed = true;
    openReads.releaseAll();
    try {
      directory.syncLog();
    } finally {
      commit.close();
      directory.close();
    }
  }
}
