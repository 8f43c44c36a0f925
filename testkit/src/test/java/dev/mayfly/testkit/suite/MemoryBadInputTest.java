package dev.mayfly.testkit.suite;

class MemoryBadInputTest extends BadInputSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
