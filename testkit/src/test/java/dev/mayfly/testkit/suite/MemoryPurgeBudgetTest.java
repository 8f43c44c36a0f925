package dev.mayfly.testkit.suite;

class MemoryPurgeBudgetTest extends PurgeBudgetSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
