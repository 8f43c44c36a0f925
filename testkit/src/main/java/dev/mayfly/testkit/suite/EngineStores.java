package dev.mayfly.testkit.suite;

import dev.mayfly.engine.storage.Storage;

/** Where the suites of the engine get their storages from; closing it removes what they left. */
public interface EngineStores extends AutoCloseable {
  /** A storage without rows, not started; each call gives another. */
  Storage open();

  /** Closes a storage from here and opens what it left, not started. */
  Storage reopen(Storage closing);

  @Override
  void close();
}
