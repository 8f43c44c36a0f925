package dev.mayfly.server;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.mongo.call.Clients;
import dev.mayfly.mongo.command.handshake.SetIdentity;
import dev.mayfly.net.port.Network;
import dev.mayfly.net.tls.ServerCertificate;
import dev.mayfly.query.memory.MemoryPool;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.MongoConfig;
import dev.mayfly.server.metrics.MongoMetrics;
import java.io.IOException;
import java.net.BindException;

/** Starts what listens for MongoDB's clients, as the configuration asks. */
final class MongoFrontEnd {
  private MongoFrontEnd() {}

  static MongoServer start(
      Engine engine,
      MongoConfig config,
      ServerCertificate certificate,
      Network network,
      MemoryPool memory) {
    try {
      return MongoServer.start(engine, options(config, certificate), network, memory);
    } catch (IOException e) {
      throw new ConfigException(message(config, e), e);
    }
  }

  static MongoMetrics metrics(MongoServer server) {
    Clients clients = server.clients();
    return new MongoMetrics(
        () -> clients.connected().size(),
        clients::requestsTotal,
        clients::bytesInTotal,
        clients::bytesOutTotal);
  }

  private static MongoOptions options(MongoConfig config, ServerCertificate certificate) {
    MongoOptions options =
        MongoOptions.defaults()
            .withAddress(config.bind(), config.port())
            .withTls(certificate.sslContext())
            .withSetIdentity(identity(config))
            .withAuth(config.auth())
            .withTestCommands(config.testCommands());
    if (config.user().isPresent()) {
      options = options.withRootUser(config.user().get(), config.password().get());
    }
    return config.cosmosPort().isPresent()
        ? options.withCosmosPort(config.cosmosPort().getAsInt(), config.advertisedHost())
        : options;
  }

  private static SetIdentity identity(MongoConfig config) {
    return config.isRouter()
        ? SetIdentity.ROUTER
        : config
            .replicaSet()
            .map(name -> SetIdentity.of(name, config.advertised()))
            .orElse(SetIdentity.DEFAULT);
  }

  private static String message(MongoConfig config, IOException failure) {
    String where = config.bind() + ":" + config.port();
    if (failure.getCause() instanceof BindException) {
      return "can't listen on "
          + where
          + config.cosmosPort().stream().mapToObj(port -> " and " + port).findFirst().orElse("")
          + " ("
          + failure.getMessage()
          + "); is a MongoDB running there? choose another port with --mongo-port N, 0 for any"
          + " free one, or off for none";
    }
    return "can't listen on "
        + where
        + ": "
        + failure.getMessage()
        + "; set MAYFLY_MONGO_USER and MAYFLY_MONGO_PASSWORD, or leave mongo-bind out";
  }
}
