package dev.mayfly.storage.rocksdb;

import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** The one place through which rows reach the medium, so that tests can watch and disturb it. */
@FunctionalInterface
interface BatchCommitter {
  /** Returns when the batch is in the log, and on the medium if sync is true. */
  void write(WriteBatch batch, boolean sync) throws RocksDBException;
}
