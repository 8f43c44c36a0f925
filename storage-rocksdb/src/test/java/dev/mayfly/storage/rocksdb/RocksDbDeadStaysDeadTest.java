package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.DeadStaysDeadSuite;

class RocksDbDeadStaysDeadTest extends DeadStaysDeadSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
