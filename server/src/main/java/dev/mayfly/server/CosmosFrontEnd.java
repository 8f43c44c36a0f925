package dev.mayfly.server;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.tls.TlsException;
import dev.mayfly.engine.Engine;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.CosmosConfig;
import java.io.IOException;

/** Starts what listens for Cosmos DB's clients, as the configuration asks. */
final class CosmosFrontEnd {
  private CosmosFrontEnd() {}

  static CosmosServer start(Engine engine, CosmosConfig config, MemoryPool memory) {
    try {
      return CosmosServer.start(
          engine,
          CosmosOptions.defaults()
              .withAddress(config.bind(), config.port())
              .withKeys(config.keys())
              .withTls(Certificate.options(config.certificate())),
          memory);
    } catch (IOException e) {
      throw new ConfigException(
          "can't listen on "
              + config.bind()
              + ":"
              + config.port()
              + " ("
              + e.getMessage()
              + "); choose another port with --cosmos-port N, 0 for any free one, or off for none",
          e);
    } catch (TlsException e) {
      throw new ConfigException(e.getMessage(), e);
    }
  }
}
