package dev.mayfly.storage.rocksdb;

import java.util.List;
import java.util.function.LongSupplier;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Commits groups to this directory's database, with its own log. */
final class LocalSink implements GroupSink {
  /** A native batch keeps the memory of the largest group it ever held; beyond this it goes. */
  private static final long BATCH_BYTES_KEPT_MAX = 8L << 20;

  private final Database database;
  private final RowCache rowCache;
  private final BatchCommitter committer;
  private final LongSupplier syncedRow;
  private final SyncClaim claim = new SyncClaim();
  private WriteBatch batch = new WriteBatch();

  LocalSink(
      Database database, RowCache rowCache, BatchCommitter committer, LongSupplier syncedRow) {
    this.database = database;
    this.rowCache = rowCache;
    this.committer = committer;
    this.syncedRow = syncedRow;
  }

  @Override
  public void commit(StagedWrites rows, boolean sync) throws RocksDBException {
    rowCache.beginCommit();
    try {
      fillBatch(rows);
      committer.write(batch, sync);
    } finally {
      rowCache.endCommit();
    }
  }

  private void fillBatch(StagedWrites staged) throws RocksDBException {
    emptyBatch();
    batch.putLogData(claim.of(syncedRow.getAsLong()));
    for (StagedWrites.Range range : staged.ranges()) {
      if (rowCache.isOf(range.table())) {
        rowCache.changeAll();
      }
      batch.deleteRange(database.family(range.table()), range.fromInclusive(), range.toExclusive());
    }
    List<StagedWrites.Row> rows = staged.rows();
    for (int i = 0; i < rows.size(); i++) {
      StagedWrites.Row row = rows.get(i);
      if (rowCache.isOf(row.table) && row.isStaged()) {
        rowCache.change(row.key, row.hash);
      }
      if (row.value == StagedWrites.DELETED) {
        batch.delete(database.family(row.table), row.key);
      } else if (row.isStaged()) {
        batch.put(database.family(row.table), row.key, row.value);
      }
    }
  }

  private void emptyBatch() {
    if (batch.getDataSize() > BATCH_BYTES_KEPT_MAX) {
      batch.close();
      batch = new WriteBatch();
    } else {
      batch.clear();
    }
  }

  @Override
  public void close() {
    batch.close();
  }
}
