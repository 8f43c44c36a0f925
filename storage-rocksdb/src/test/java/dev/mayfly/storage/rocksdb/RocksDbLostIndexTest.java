package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.LostIndexSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbLostIndexTest extends LostIndexSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
