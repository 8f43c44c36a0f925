package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.PurgeFairnessSuite;

class RocksDbPurgeFairnessTest extends PurgeFairnessSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
