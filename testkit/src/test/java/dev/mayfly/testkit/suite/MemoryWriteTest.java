package dev.mayfly.testkit.suite;

class MemoryWriteTest extends WriteSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
