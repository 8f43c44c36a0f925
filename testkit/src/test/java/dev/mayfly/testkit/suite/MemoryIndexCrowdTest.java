package dev.mayfly.testkit.suite;

class MemoryIndexCrowdTest extends IndexCrowdSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
