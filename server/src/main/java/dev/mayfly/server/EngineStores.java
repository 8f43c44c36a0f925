package dev.mayfly.server;

import dev.mayfly.engine.StoreIdentity;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.demo.Demo;
import dev.mayfly.server.demo.Screen;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.file.Path;

/** Puts engine and storage together as the configuration asks. */
final class EngineStores implements Stores {
  @Override
  public OpenStore open(ServerConfig config) {
    return EngineStore.open(config);
  }

  @Override
  public CheckReport check(Path directory) {
    return StoreCheck.of(directory);
  }

  @Override
  public void restore(Path backup, Path directory) {
    RocksDbStorage.restore(backup, directory, StoreIdentity::markRestored);
  }

  @Override
  public String salvage(Path damaged, Path directory) {
    return RocksDbStorage.salvage(damaged, directory, StoreIdentity::markRestored);
  }

  @Override
  public void demo(Screen screen, int manyItems) {
    ShutdownHook.run(
        () -> {
          try (EphemeralDirectory directory = EphemeralDirectory.create()) {
            Demo.run(screen, directory.path(), manyItems);
          }
        });
  }
}
