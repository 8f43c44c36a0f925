package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.WriteSuite;

class RocksDbWriteTest extends WriteSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
