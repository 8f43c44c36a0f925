package dev.mayfly.testkit.suite;

class MemoryPartitionTest extends PartitionSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
