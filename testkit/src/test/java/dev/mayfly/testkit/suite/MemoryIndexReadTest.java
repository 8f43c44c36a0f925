package dev.mayfly.testkit.suite;

class MemoryIndexReadTest extends IndexReadSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
