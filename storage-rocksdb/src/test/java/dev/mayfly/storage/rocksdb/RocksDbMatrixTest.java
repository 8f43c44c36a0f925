package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.MatrixSuite;

class RocksDbMatrixTest extends MatrixSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
