package dev.mayfly.testkit.suite;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.storage.MemoryStorage;

class MemoryVerifierTest extends VerifierSuite {
  @Override
  protected Storage open() {
    return new MemoryStorage();
  }

  @Override
  protected Storage reopen(Storage closed) {
    return ((MemoryStorage) closed).reopen();
  }
}
