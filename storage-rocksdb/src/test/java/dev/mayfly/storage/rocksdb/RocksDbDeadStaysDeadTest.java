package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.DeadStaysDeadSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbDeadStaysDeadTest extends DeadStaysDeadSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
