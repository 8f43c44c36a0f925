package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.ThroughputSuite;

class RocksDbThroughputTest extends ThroughputSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
