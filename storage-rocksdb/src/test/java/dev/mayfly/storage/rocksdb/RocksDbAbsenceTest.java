package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.AbsenceSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbAbsenceTest extends AbsenceSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
