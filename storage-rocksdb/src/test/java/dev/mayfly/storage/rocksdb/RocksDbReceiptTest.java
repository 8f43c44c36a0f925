package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.ReceiptSuite;

class RocksDbReceiptTest extends ReceiptSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
