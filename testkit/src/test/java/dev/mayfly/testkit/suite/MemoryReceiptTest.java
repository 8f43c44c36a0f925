package dev.mayfly.testkit.suite;

class MemoryReceiptTest extends ReceiptSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
