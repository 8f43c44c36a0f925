package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.oracle.OracleSuite;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

/** Each history has a directory of its own; restarts open it again. */
class RocksDbOracleTest extends OracleSuite {
  private static final RocksDbOptions SMALL =
      RocksDbOptions.defaults()
          .withDurability(Durability.RELAXED)
          .withMemoryBytes(RocksDbOptions.MEMORY_BYTES_MIN);

  @TempDir Path temporary;
  private final AtomicInteger opened = new AtomicInteger();
  private final Map<Storage, Path> directories = new ConcurrentHashMap<>();

  @Override
  protected Storage open() {
    return open(temporary.resolve("history" + opened.incrementAndGet()));
  }

  @Override
  protected Storage reopen(Storage storage) {
    storage.close();
    return open(directories.remove(storage));
  }

  private Storage open(Path directory) {
    Storage storage = RocksDbStorage.open(directory, SMALL);
    directories.put(storage, directory);
    return storage;
  }

  @Override
  protected int histories() {
    return Rounds.of(25, 200);
  }
}
