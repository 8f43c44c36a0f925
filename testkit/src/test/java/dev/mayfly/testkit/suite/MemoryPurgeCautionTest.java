package dev.mayfly.testkit.suite;

class MemoryPurgeCautionTest extends PurgeCautionSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
