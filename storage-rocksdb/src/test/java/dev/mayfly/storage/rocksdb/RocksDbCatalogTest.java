package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.CatalogSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbCatalogTest extends CatalogSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
