package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.storage.MemoryStorage;

class MemoryOracleTest extends OracleSuite {
  @Override
  protected Storage open() {
    return new MemoryStorage();
  }

  @Override
  protected Storage reopen(Storage storage) {
    return ((MemoryStorage) storage).reopen();
  }

  @Override
  protected int histories() {
    return Rounds.of(250, 2000);
  }
}
