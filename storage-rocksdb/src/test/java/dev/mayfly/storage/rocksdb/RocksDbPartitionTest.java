package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.PartitionSuite;

class RocksDbPartitionTest extends PartitionSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
