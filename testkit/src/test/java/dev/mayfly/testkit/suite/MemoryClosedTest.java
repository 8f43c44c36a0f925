package dev.mayfly.testkit.suite;

class MemoryClosedTest extends ClosedSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
