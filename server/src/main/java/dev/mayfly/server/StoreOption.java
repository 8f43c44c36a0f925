package dev.mayfly.server;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.config.Setting;
import dev.mayfly.server.transfer.EngineTransfer;
import dev.mayfly.server.transfer.TransferStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a command finds the store: that of a running server, or a data directory. */
final class StoreOption {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "a data directory that no server uses, in place of a running server")
  private Path data;

  @Option(
      names = "--admin-port",
      paramLabel = "N",
      defaultValue = "${env:MAYFLY_ADMIN_PORT:-8080}",
      description = "the admin port of the running server (8080)")
  private int port;

  /**
   * @param mustExist whether a data directory is not made
   */
  TransferStore open(Stores stores, Map<String, String> environment, boolean mustExist) {
    if (data == null) {
      return new RemoteTransfer(new AdminClient(port, environment));
    }
    if (mustExist && !Files.isDirectory(data)) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST, "There is no directory " + data + ". Give a data directory");
    }
    ServerConfig config =
        ConfigLoader.load(Map.of(Setting.DATA, data.toString()), Optional.empty(), environment);
    OpenStore store = stores.open(config);
    return new EngineTransfer(store.engine(), store::close);
  }
}
