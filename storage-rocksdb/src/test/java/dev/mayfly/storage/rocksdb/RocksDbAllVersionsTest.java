package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.AllVersionsSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbAllVersionsTest extends AllVersionsSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
