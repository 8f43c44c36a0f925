package dev.mayfly.testkit.suite;

class MemoryDateTtlTest extends DateTtlSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
