package dev.mayfly.embedded.inside;

import static java.util.Objects.requireNonNull;

import dev.mayfly.embedded.bridge.Server;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.server.RunningServer;
import dev.mayfly.server.config.ServerConfig;
import java.nio.file.Path;

/** A running server as the program sees it. */
final class InsideServer implements Server {
  private final ServerConfig config;
  private final RunningServer server;

  InsideServer(ServerConfig config, RunningServer server) {
    this.config = requireNonNull(config, "config");
    this.server = requireNonNull(server, "server");
  }

  @Override
  public int cosmosPort() {
    config.cosmos().orElseThrow(() -> new IllegalStateException("cosmos-port is off"));
    return server.cosmosPort();
  }

  @Override
  public String cosmosKey() {
    return config
        .cosmos()
        .orElseThrow(() -> new IllegalStateException("cosmos-port is off"))
        .keys()
        .primary();
  }

  @Override
  public int mongoPort() {
    config.mongo().orElseThrow(() -> new IllegalStateException("mongo-port is off"));
    return server.mongoPort();
  }

  @Override
  public int adminPort() {
    return server.adminPort();
  }

  @Override
  public String certificate() {
    return server.certificatePem();
  }

  @Override
  public long epochMilli() {
    return server.store().engine().clock().epochMilli();
  }

  @Override
  public void advance(long seconds) {
    try {
      clock().advance(seconds);
    } catch (EngineException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public void freeze() {
    clock().freeze();
  }

  @Override
  public void resume() {
    clock().reset();
  }

  private MovableClock clock() {
    return server
        .store()
        .movableClock()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "the clock of a server that keeps its data can't be moved: use"
                        + " Mayfly.ephemeral()"));
  }

  @Override
  public void reset(long epochMilli, boolean frozen, boolean keepDefinitions) {
    try {
      server.reset(epochMilli, frozen, keepDefinitions);
    } catch (EngineException e) {
      throw new IllegalStateException("the server can't be reset: " + e.getMessage(), e);
    }
  }

  @Override
  public void load(Path folder) {
    try {
      server.seed(folder);
    } catch (EngineException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
