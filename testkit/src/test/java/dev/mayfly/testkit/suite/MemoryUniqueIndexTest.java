package dev.mayfly.testkit.suite;

class MemoryUniqueIndexTest extends UniqueIndexSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
