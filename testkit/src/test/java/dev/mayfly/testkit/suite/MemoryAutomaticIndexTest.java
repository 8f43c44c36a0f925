package dev.mayfly.testkit.suite;

class MemoryAutomaticIndexTest extends AutomaticIndexSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
