package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.LargeBodySuite;

class RocksDbLargeBodyTest extends LargeBodySuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
