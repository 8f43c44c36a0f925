package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.LostIndexSuite;

class RocksDbLostIndexTest extends LostIndexSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
