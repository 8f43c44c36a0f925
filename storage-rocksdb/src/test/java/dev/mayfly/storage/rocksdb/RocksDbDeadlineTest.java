package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.DeadlineSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbDeadlineTest extends DeadlineSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
