package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.TransactionSuite;

class RocksDbTransactionTest extends TransactionSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
