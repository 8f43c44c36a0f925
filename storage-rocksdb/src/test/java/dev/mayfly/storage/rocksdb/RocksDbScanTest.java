package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.ScanSuite;

class RocksDbScanTest extends ScanSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
