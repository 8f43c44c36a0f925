package dev.mayfly.testkit.suite;

class MemoryScanTest extends ScanSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
