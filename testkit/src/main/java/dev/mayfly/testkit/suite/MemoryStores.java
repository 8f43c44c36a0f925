package dev.mayfly.testkit.suite;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.storage.MemoryStorage;

/** Storages in memory. */
public final class MemoryStores implements EngineStores {
  @Override
  public Storage open() {
    return new MemoryStorage();
  }

  @Override
  public Storage reopen(Storage closing) {
    return ((MemoryStorage) closing).reopen();
  }

  @Override
  public void close() {}
}
