package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.CrowdSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbCrowdTest extends CrowdSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
