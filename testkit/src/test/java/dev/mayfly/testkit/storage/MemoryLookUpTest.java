package dev.mayfly.testkit.storage;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.suite.LookUpSuite;

class MemoryLookUpTest extends LookUpSuite {
  @Override
  protected Storage open(int queueLimit) {
    return new MemoryStorage(queueLimit);
  }

  @Override
  protected Storage reopen(Storage closing) {
    return ((MemoryStorage) closing).reopen();
  }
}
