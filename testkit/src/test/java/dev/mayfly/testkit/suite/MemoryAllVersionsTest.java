package dev.mayfly.testkit.suite;

class MemoryAllVersionsTest extends AllVersionsSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
