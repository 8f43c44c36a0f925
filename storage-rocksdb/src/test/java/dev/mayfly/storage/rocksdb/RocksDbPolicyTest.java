package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.PolicySuite;

class RocksDbPolicyTest extends PolicySuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
