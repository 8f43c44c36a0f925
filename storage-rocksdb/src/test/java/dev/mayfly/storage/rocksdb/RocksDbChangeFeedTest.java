package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.ChangeFeedSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbChangeFeedTest extends ChangeFeedSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
