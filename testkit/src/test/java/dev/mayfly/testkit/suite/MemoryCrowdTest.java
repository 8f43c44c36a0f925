package dev.mayfly.testkit.suite;

class MemoryCrowdTest extends CrowdSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
