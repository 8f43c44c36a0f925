package dev.mayfly.testkit.suite;

class MemoryDeadStaysDeadTest extends DeadStaysDeadSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
