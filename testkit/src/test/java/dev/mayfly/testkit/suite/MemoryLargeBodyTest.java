package dev.mayfly.testkit.suite;

class MemoryLargeBodyTest extends LargeBodySuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
