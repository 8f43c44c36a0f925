package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.IndexCrowdSuite;

class RocksDbIndexCrowdTest extends IndexCrowdSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
