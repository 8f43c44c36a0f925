package dev.mayfly.testkit.suite;

class MemoryFaultTest extends FaultSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
