package dev.mayfly.server;

import dev.mayfly.server.admin.AdminServer;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.ServerConfig;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** An open store and what listens for it. */
final class RunningServer implements AutoCloseable {
  private final OpenStore store;
  private final AdminServer admin;
  private final AtomicBoolean closed = new AtomicBoolean();

  private RunningServer(OpenStore store, AdminServer admin) {
    this.store = store;
    this.admin = admin;
  }

  static RunningServer start(ServerConfig config, Stores stores) {
    OpenStore store = stores.open(config);
    try {
      return new RunningServer(
          store, new AdminServer(config.adminPort(), store, config.backupDirectory()));
    } catch (IOException e) {
      store.close();
      throw new ConfigException(
          "can't listen on 127.0.0.1:"
              + config.adminPort()
              + " ("
              + e.getMessage()
              + "); choose another port with --admin-port N, or 0 for any free one",
          e);
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  int adminPort() {
    return admin.port();
  }

  /** First stops listening, then closes the store. The second call does nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      try {
        admin.close();
      } finally {
        store.close();
      }
    }
  }
}
