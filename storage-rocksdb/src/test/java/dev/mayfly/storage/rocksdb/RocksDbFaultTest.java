package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.FaultSuite;

class RocksDbFaultTest extends FaultSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
