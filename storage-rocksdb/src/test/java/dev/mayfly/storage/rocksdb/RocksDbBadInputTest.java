package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.BadInputSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbBadInputTest extends BadInputSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
