package dev.mayfly.testkit.suite;

class MemoryVerifierTest extends VerifierSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
