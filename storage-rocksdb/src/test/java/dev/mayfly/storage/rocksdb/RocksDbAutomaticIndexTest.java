package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.AutomaticIndexSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbAutomaticIndexTest extends AutomaticIndexSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
