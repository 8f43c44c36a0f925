package dev.mayfly.testkit.suite;

class MemoryCatalogTest extends CatalogSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
