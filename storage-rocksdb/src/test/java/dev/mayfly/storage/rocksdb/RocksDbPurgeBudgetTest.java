package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.PurgeBudgetSuite;

class RocksDbPurgeBudgetTest extends PurgeBudgetSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
