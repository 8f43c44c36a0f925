package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.storage.AppliedRows;
import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * The rows of one replica: a RocksDB without a log of its own, written by what a replicated log
 * applies. The place in that log is written with the rows, and all tables are flushed together: so
 * what is found after a crash is everything up to some entry, and the log has the rest.
 *
 * <p>Besides the tables it keeps rows of the replica's own. Applying is for one thread; the rest is
 * thread safe.
 */
public final class ReplicaRows implements AutoCloseable {
  private static final byte[] APPLIED = {0};

  private final Database database;
  private final RowCache rowCache;
  private final RocksDbOptions options;
  private final CallGate gate = new CallGate();
  private final OpenHandles openReads = new OpenHandles();
  private final BufferFlusher tidying;
  private final List<ReplicaStorage> storages = new CopyOnWriteArrayList<>();
  private final WriteBatch batch = new WriteBatch();
  private final Object applying = new Object();
  private volatile LogPosition applied;
  private AppliedRows follower = AppliedRows.NONE;
  private boolean closed;

  private ReplicaRows(Database database, RowCache rowCache, RocksDbOptions options) {
    this.database = database;
    this.rowCache = rowCache;
    this.options = options;
    this.applied = LogPosition.decode(own(APPLIED));
    this.tidying = new BufferFlusher(database, gate);
    tidying.start();
  }

  /**
   * Opens the rows in a directory, and makes them if it is absent or empty.
   *
   * @throws EngineException LOCKED if another process has them open, CORRUPTED, DISK_FULL or
   *     STORAGE_FAILED
   */
  public static ReplicaRows open(Path directory, RocksDbOptions options) {
    requireNonNull(options, "options");
    NativeLibrary.load();
    long rowBytes = RocksDbStorage.rowBytes(options.memoryBytes());
    Database database = Database.openReplica(directory, options.memoryBytes() - rowBytes);
    try {
      return new ReplicaRows(database, new RowCache(Table.ITEMS, rowBytes), options);
    } catch (RuntimeException | Error failure) {
      database.close();
      throw failure;
    }
  }

  /**
   * Makes rows that a single server has written the beginning of a new log: as if its first entry
   * had brought them.
   */
  public static void adopt(Path directory, RocksDbOptions options) {
    try (ReplicaRows rows = open(directory, options)) {
      rows.beginLog();
    }
  }

  private void beginLog() {
    try (ReadOptions read = new ReadOptions();
        RocksIterator own = database.rocks().newIterator(database.ownFamily(), read)) {
      batch.clear();
      for (own.seekToFirst(); own.isValid(); own.next()) {
        batch.delete(database.ownFamily(), own.key());
      }
      own.status();
      applied = new LogPosition(0, 0);
      batch.put(database.ownFamily(), APPLIED, applied.encode());
      database.writeUnlogged(batch);
    } catch (RocksDBException exception) {
      throw database.failed("Adopting rows", exception);
    }
  }

  /** The last entry of the log that the rows have. */
  public LogPosition applied() {
    return applied;
  }

  /** A row of the replica's own; a null value deletes it. */
  public record OwnRow(byte[] key, byte[] value) {}

  /**
   * Writes what an entry of the log says, and that it is applied.
   *
   * @param rows of the tables
   * @param own rows of the replica
   */
  public void apply(LogPosition position, GroupReplicator.GroupRows rows, List<OwnRow> own) {
    gate.enter();
    try {
      synchronized (applying) {
        applyNext(position, rows, own);
      }
    } finally {
      gate.leave();
    }
  }

  private void applyNext(LogPosition position, GroupReplicator.GroupRows rows, List<OwnRow> own) {
    AppliedRows target = follower;
    rowCache.beginCommit();
    target.begin();
    try {
      batch.clear();
      rows.writeTo(new Filling(target));
      for (OwnRow row : own) {
        if (row.value() == null) {
          batch.delete(database.ownFamily(), row.key());
        } else {
          batch.put(database.ownFamily(), row.key(), row.value());
        }
      }
      batch.put(database.ownFamily(), APPLIED, position.encode());
      database.writeUnlogged(batch);
      applied = position;
    } catch (RocksDBException exception) {
      throw database.failed("Applying entry " + position.index() + " of the log", exception);
    } finally {
      rowCache.endCommit();
      target.end();
    }
  }

  /** Fills the batch, and says what is in it to those who must know before it is written. */
  private final class Filling implements AppliedRows {
    private final AppliedRows target;

    Filling(AppliedRows target) {
      this.target = target;
    }

    @Override
    public void begin() {}

    @Override
    public void put(Table table, byte[] key, byte[] value) {
      changed(table, key);
      target.put(table, key, value);
      try {
        batch.put(database.family(table), key, value);
      } catch (RocksDBException exception) {
        throw database.failed("Writing a row of " + table, exception);
      }
    }

    @Override
    public void delete(Table table, byte[] key) {
      changed(table, key);
      target.delete(table, key);
      try {
        batch.delete(database.family(table), key);
      } catch (RocksDBException exception) {
        throw database.failed("Deleting a row of " + table, exception);
      }
    }

    @Override
    public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
      if (rowCache.isOf(table)) {
        rowCache.changeAll();
      }
      target.deleteRange(table, fromInclusive, toExclusive);
      try {
        batch.deleteRange(database.family(table), fromInclusive, toExclusive);
      } catch (RocksDBException exception) {
        throw database.failed("Deleting rows of " + table, exception);
      }
    }

    private void changed(Table table, byte[] key) {
      if (rowCache.isOf(table)) {
        rowCache.change(key, KeyHash.of(table, key));
      }
    }

    @Override
    public void end() {}
  }

  /** A row of the replica's own, or null. */
  public byte[] own(byte[] key) {
    gate.enter();
    try {
      return database.rocks().get(database.ownFamily(), key);
    } catch (RocksDBException exception) {
      throw database.failed("Reading a row of the replica", exception);
    } finally {
      gate.leave();
    }
  }

  /** The rows of the replica's own whose keys begin with a byte, without that byte. */
  public List<OwnRow> ownWith(byte prefix) {
    gate.enter();
    try (ReadOptions read = new ReadOptions();
        RocksIterator rows = database.rocks().newIterator(database.ownFamily(), read)) {
      List<OwnRow> found = new ArrayList<>();
      for (rows.seek(new byte[] {prefix}); rows.isValid(); rows.next()) {
        byte[] key = rows.key();
        if (key[0] != prefix) {
          break;
        }
        found.add(new OwnRow(Arrays.copyOfRange(key, 1, key.length), rows.value()));
      }
      rows.status();
      return found;
    } catch (RocksDBException exception) {
      throw database.failed("Reading rows of the replica", exception);
    } finally {
      gate.leave();
    }
  }

  /** A storage for an engine of this node that leads. Closing it leaves the rows open. */
  public Storage leading(GroupReplicator replicator) {
    return leading(replicator, options.queueLimit());
  }

  /** As above, with a limit for the decisions that may wait. */
  public Storage leading(GroupReplicator replicator, int queueLimit) {
    return add(ReplicaStorage.leading(this, replicator, queueLimit));
  }

  /**
   * A storage for an engine of this node that follows. Closing it leaves the rows open.
   *
   * @param refusal what its writes fail with
   */
  public Storage following(GroupReplicator refusal) {
    return add(ReplicaStorage.following(this, refusal));
  }

  private synchronized Storage add(ReplicaStorage storage) {
    if (closed) {
      throw CallGate.closedException();
    }
    storages.add(storage);
    return storage;
  }

  void closed(ReplicaStorage storage) {
    storages.remove(storage);
  }

  /** From the next entry on: one that is being applied is applied first. */
  void follow(AppliedRows rows) {
    synchronized (applying) {
      follower = rows;
    }
  }

  /** Unless another one follows by now. */
  void unfollow(AppliedRows rows) {
    synchronized (applying) {
      if (follower == rows) {
        follower = AppliedRows.NONE;
      }
    }
  }

  /** Whether there are rows of tables at all. */
  public boolean hasRows() {
    try (ReadView view = snapshot()) {
      for (Table table : Table.values()) {
        try (RowCursor rows = view.cursor(table, new byte[0], new byte[] {(byte) 0xff})) {
          if (rows.next()) {
            return true;
          }
        }
      }
      return false;
    }
  }

  Database database() {
    return database;
  }

  RowCache rowCache() {
    return rowCache;
  }

  RocksDbOptions options() {
    return options;
  }

  static Set<Capability> capabilities() {
    return Set.of(Capability.values());
  }

  /** A view of all rows as last applied. */
  public ReadView snapshot() {
    gate.enter();
    try {
      return new RocksView(database, rowCache, openReads, gate);
    } finally {
      gate.leave();
    }
  }

  /** Returns when all that is applied is on the medium; the place in the log up to which it is. */
  public LogPosition flush() {
    gate.enter();
    try {
      LogPosition position = applied;
      database.flushAndWait();
      return position;
    } finally {
      gate.leave();
    }
  }

  /** Makes a copy of all rows in an absent directory, which can be opened as it is. */
  public void checkpoint(Path directory) {
    gate.enter();
    try {
      database.checkpoint(directory);
    } finally {
      gate.leave();
    }
  }

  /** Copies all rows as last applied to an absent or empty directory, from which one restores. */
  public void backup(Path directory) {
    gate.enter();
    try {
      Backup.write(database, directory.toAbsolutePath().normalize());
    } finally {
      gate.leave();
    }
  }

  public long sizeOnDiskBytes() {
    gate.enter();
    try {
      return database.sizeOnDiskBytes();
    } finally {
      gate.leave();
    }
  }

  public Optional<String> damage() {
    return database.damage();
  }

  /** Also ends the storages made of it: their writers must have been refused before. */
  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    storages.forEach(ReplicaStorage::close);
    tidying.close();
    gate.close();
    openReads.releaseAll();
    try {
      database.flushAndWait();
    } finally {
      batch.close();
      database.close();
    }
  }
}
