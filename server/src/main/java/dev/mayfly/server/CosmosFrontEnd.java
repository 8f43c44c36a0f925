package dev.mayfly.server;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.direct.DirectPortException;
import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.command.handshake.Membership;
import dev.mayfly.net.tls.ServerCertificate;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.CosmosConfig;
import dev.mayfly.vector.VectorIndexes;
import java.io.IOException;
import java.util.Optional;

/** Starts what listens for Cosmos DB's clients, as the configuration asks. */
final class CosmosFrontEnd {
  private CosmosFrontEnd() {}

  static CosmosServer start(
      Engine engine,
      CosmosConfig config,
      ServerCertificate certificate,
      FrontEnds.Shared shared,
      Optional<Membership> membership,
      VectorIndexes vectors) {
    try {
      return CosmosServer.start(
          engine,
          CosmosOptions.defaults()
              .withAddress(config.bind(), config.port())
              .withDirectPort(config.directPort())
              .withKeys(config.keys())
              .withDefaultThroughput(config.defaultThroughput())
              .withEntra(config.entra().orElse(null))
              .withCluster(membership.map(Membership::cluster).orElse(null)),
          shared.network(),
          shared.memory(),
          vectors,
          certificate);
    } catch (DirectPortException e) {
      throw refusal(config.bind(), config.directPort().getAsInt(), "--cosmos-direct-port", e);
    } catch (IOException e) {
      throw refusal(config.bind(), config.port(), "--cosmos-port", e);
    } catch (IllegalArgumentException e) {
      throw new ConfigException("cosmos-entra-jwks can't be used: " + e.getMessage(), e);
    }
  }

  private static ConfigException refusal(String bind, int port, String option, IOException cause) {
    return new ConfigException(
        "can't listen on "
            + bind
            + ":"
            + port
            + " ("
            + cause.getMessage()
            + "); choose another port with: mayfly serve "
            + option
            + " N (0 for any free one, off for none)",
        cause);
  }
}
