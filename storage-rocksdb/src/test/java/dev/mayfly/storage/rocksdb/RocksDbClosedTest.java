package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.ClosedSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbClosedTest extends ClosedSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
