package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.AbsenceSuite;

class RocksDbAbsenceTest extends AbsenceSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
