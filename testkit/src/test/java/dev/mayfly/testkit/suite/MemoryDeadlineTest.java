package dev.mayfly.testkit.suite;

class MemoryDeadlineTest extends DeadlineSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
