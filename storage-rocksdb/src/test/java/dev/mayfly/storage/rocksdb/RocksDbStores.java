package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.suite.EngineStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** RocksDB storages in directories of their own, removed in the end. */
public final class RocksDbStores implements EngineStores {
  private final Map<Storage, Path> directories = new IdentityHashMap<>();
  private final Path root;

  public RocksDbStores() {
    try {
      root = Files.createTempDirectory("mayfly-suite");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Storage open() {
    return open(root.resolve("data" + directories.size()));
  }

  private Storage open(Path directory) {
    // Acknowledging without a sync: what these suites show does not hang on power cuts.
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(Durability.RELAXED);
    Storage storage = RocksDbStorage.open(directory, options);
    directories.put(storage, directory);
    return storage;
  }

  @Override
  public Storage reopen(Storage closing) {
    closing.close();
    return open(directories.get(closing));
  }

  @Override
  public void close() {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
