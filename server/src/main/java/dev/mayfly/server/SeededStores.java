package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.demo.Screen;
import dev.mayfly.server.progress.Progress;
import dev.mayfly.server.transfer.EngineTransfer;
import dev.mayfly.server.transfer.ImportOptions;
import dev.mayfly.server.transfer.ImportRun;
import java.nio.file.Path;
import java.util.Map;

/** Stores into which a folder is loaded when they are opened. */
record SeededStores(Stores stores, Path folder, Progress progress) implements Stores {
  SeededStores {
    requireNonNull(stores, "stores");
    requireNonNull(folder, "folder");
    requireNonNull(progress, "progress");
  }

  @Override
  public OpenStore open(ServerConfig config) {
    OpenStore store = stores.open(config);
    try {
      new ImportRun(new EngineTransfer(store.engine()), ImportOptions.SEED, progress).seed(folder);
      return store;
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  @Override
  public CheckReport check(Path directory, Progress shown) {
    return stores.check(directory, shown);
  }

  @Override
  public void restore(Path backup, Path directory, Progress shown) {
    stores.restore(backup, directory, shown);
  }

  @Override
  public void restoreNode(
      Path backup, Path directory, String cluster, String nodeId, Map<String, String> peers) {
    stores.restoreNode(backup, directory, cluster, nodeId, peers);
  }

  @Override
  public String salvage(Path damaged, Path directory) {
    return stores.salvage(damaged, directory);
  }

  @Override
  public void demo(Screen screen, int manyItems) {
    stores.demo(screen, manyItems);
  }
}
