package dev.mayfly.testkit.suite;

class MemoryLostIndexTest extends LostIndexSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
