package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import org.rocksdb.RocksDBException;

/** Where the rows of a group go. Used by the one writer. */
interface GroupSink extends AutoCloseable {
  /** Why no group can be committed now; null if one can. */
  default EngineException refusal() {
    return null;
  }

  /** What one decision may stage, in bytes. */
  default long decisionBytesMax() {
    return Long.MAX_VALUE;
  }

  /** Returns when the rows are committed, as durably as asked for, and can be read. */
  void commit(StagedWrites rows, boolean sync) throws RocksDBException;

  @Override
  default void close() {}
}
