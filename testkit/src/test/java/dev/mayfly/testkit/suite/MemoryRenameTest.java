package dev.mayfly.testkit.suite;

class MemoryRenameTest extends RenameSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
