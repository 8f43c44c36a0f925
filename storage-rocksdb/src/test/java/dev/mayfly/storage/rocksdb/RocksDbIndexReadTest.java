package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.IndexReadSuite;

class RocksDbIndexReadTest extends IndexReadSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
