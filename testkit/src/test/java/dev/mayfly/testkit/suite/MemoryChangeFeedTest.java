package dev.mayfly.testkit.suite;

class MemoryChangeFeedTest extends ChangeFeedSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
