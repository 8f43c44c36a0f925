package dev.mayfly.testkit.suite;

class MemoryVerifierDamageTest extends VerifierDamageSuite {
  @Override
  protected EngineStores stores() {
    return new MemoryStores();
  }
}
