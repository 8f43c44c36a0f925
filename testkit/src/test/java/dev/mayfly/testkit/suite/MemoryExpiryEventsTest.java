package dev.mayfly.testkit.suite;

class MemoryExpiryEventsTest extends ExpiryEventsSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
