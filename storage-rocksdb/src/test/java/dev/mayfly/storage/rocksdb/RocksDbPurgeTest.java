package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.PurgeSuite;

class RocksDbPurgeTest extends PurgeSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
