package dev.mayfly.testkit.suite;

class MemoryTransactionTest extends TransactionSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
