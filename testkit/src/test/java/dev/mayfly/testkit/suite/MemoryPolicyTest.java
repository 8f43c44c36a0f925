package dev.mayfly.testkit.suite;

class MemoryPolicyTest extends PolicySuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
