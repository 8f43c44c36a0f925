package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.RenameSuite;

class RocksDbRenameTest extends RenameSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
