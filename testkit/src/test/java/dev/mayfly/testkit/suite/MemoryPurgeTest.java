package dev.mayfly.testkit.suite;

class MemoryPurgeTest extends PurgeSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
