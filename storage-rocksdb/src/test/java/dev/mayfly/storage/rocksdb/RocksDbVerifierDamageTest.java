package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.VerifierDamageSuite;

class RocksDbVerifierDamageTest extends VerifierDamageSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
