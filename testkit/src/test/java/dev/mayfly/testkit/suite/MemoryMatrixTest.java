package dev.mayfly.testkit.suite;

class MemoryMatrixTest extends MatrixSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
