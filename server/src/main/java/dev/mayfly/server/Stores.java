package dev.mayfly.server;

import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.demo.Screen;
import dev.mayfly.server.progress.Progress;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the commands do with stores. CommandErrors that a person can do something about are {@link
 * dev.mayfly.engine.error.EngineException}s whose message says what.
 */
interface Stores {
  /** Opens the store that the configuration asks for. */
  OpenStore open(ServerConfig config);

  /** Verifies a store that is not in use, and changes nothing. */
  CheckReport check(Path directory, Progress progress);

  /**
   * Makes a store of a backup, in a directory that is absent or empty. Its purge waits for a
   * confirmation, unless the configuration it is opened with says otherwise (rule C9).
   */
  void restore(Path backup, Path directory, Progress progress);

  /** The same for the first node of a new cluster. */
  void restoreNode(
      Path backup, Path directory, String cluster, String nodeId, Map<String, String> peers);

  /**
   * Makes a store of what can be read of a damaged one, in a directory that is absent or empty. Its
   * purge waits for a confirmation, as after a restore.
   *
   * @return what is lost, in words
   */
  String salvage(Path damaged, Path directory);

  /** Shows the product, with so many items in the act about very many. */
  void demo(Screen screen, int manyItems);
}
