package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.ClockSuite;
import dev.mayfly.testkit.suite.EngineStores;

class RocksDbClockTest extends ClockSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
