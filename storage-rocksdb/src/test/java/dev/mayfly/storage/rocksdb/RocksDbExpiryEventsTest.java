package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.ExpiryEventsSuite;

class RocksDbExpiryEventsTest extends ExpiryEventsSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
