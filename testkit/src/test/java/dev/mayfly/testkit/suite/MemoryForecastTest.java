package dev.mayfly.testkit.suite;

class MemoryForecastTest extends ForecastSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
