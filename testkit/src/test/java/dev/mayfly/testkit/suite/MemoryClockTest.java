package dev.mayfly.testkit.suite;

class MemoryClockTest extends ClockSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
