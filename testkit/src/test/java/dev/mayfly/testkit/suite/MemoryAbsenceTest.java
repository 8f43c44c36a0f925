package dev.mayfly.testkit.suite;

class MemoryAbsenceTest extends AbsenceSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
