package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.VerifierSuite;

class RocksDbVerifierTest extends VerifierSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
