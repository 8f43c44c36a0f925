package dev.mayfly.storage.rocksdb;

import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.ForecastSuite;

class RocksDbForecastTest extends ForecastSuite {
  @Override
  protected EngineStores stores() {
    return new RocksDbStores();
  }
}
