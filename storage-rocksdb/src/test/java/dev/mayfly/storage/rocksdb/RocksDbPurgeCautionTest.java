package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.PurgeCautionSuite;

class RocksDbPurgeCautionTest extends PurgeCautionSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
