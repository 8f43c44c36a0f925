package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.DeadlineSuite;

class RocksDbDeadlineTest extends DeadlineSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
