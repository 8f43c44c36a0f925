package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.DateTtlSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbDateTtlTest extends DateTtlSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
