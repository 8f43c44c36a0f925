package dev.mayfly.testkit.suite;

class MemoryPurgeFairnessTest extends PurgeFairnessSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
