package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.UniqueIndexSuite;

class RocksDbUniqueIndexTest extends UniqueIndexSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
