package dev.mayfly.storage.suite;

import dev.mayfly.storage.rocksdb.RocksDbStores;
import dev.mayfly.testkit.suite.EngineStores;
import dev.mayfly.testkit.suite.MemoryStores;

/** The storages that the engine is tested on. */
enum StorageKind {
  MEMORY,
  ROCKSDB;

  EngineStores stores() {
    return switch (this) {
      case MEMORY -> new MemoryStores();
      case ROCKSDB -> new RocksDbStores();
    };
  }
}
