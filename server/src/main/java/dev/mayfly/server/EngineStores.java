package dev.mayfly.server;

import dev.mayfly.engine.StoreIdentity;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.demo.Demo;
import dev.mayfly.server.demo.Screen;
import dev.mayfly.server.progress.Progress;
import dev.mayfly.storage.ratis.Replica;
import dev.mayfly.storage.ratis.ReplicaOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.file.Path;
import java.util.Map;

/** Puts engine and storage together as the configuration asks. */
final class EngineStores implements Stores {
  @Override
  public OpenStore open(ServerConfig config) {
    return EngineStore.open(config);
  }

  @Override
  public CheckReport check(Path directory, Progress progress) {
    return StoreCheck.of(directory, progress);
  }

  @Override
  public void restore(Path backup, Path directory, Progress progress) {
    progress.begin("copying " + backup, "bytes", RocksDbStorage.fileBytes(backup));
    RocksDbStorage.restore(backup, directory, progress::add, StoreIdentity::markRestored);
  }

  @Override
  public void restoreNode(
      Path backup, Path directory, String cluster, String nodeId, Map<String, String> peers) {
    Replica.restore(
        backup, ReplicaOptions.of(directory, cluster, nodeId, peers), StoreIdentity::markRestored);
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
