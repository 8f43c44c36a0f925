package dev.mayfly.testkit.suite;

class MemoryThroughputTest extends ThroughputSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
