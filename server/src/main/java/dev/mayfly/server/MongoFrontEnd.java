package dev.mayfly.server;

import dev.mayfly.engine.Engine;
import dev.mayfly.mongo.MongoOptions;
import dev.mayfly.mongo.MongoServer;
import dev.mayfly.mongo.command.handshake.Membership;
import dev.mayfly.mongo.command.handshake.SetIdentity;
import dev.mayfly.net.tls.ServerCertificate;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.MongoConfig;
import dev.mayfly.server.metrics.MongoMetrics;
import dev.mayfly.vector.VectorIndexes;
import java.io.IOException;
import java.net.BindException;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Starts what listens for MongoDB's clients, as the configuration asks. */
final class MongoFrontEnd {
  private MongoFrontEnd() {}

  static MongoServer start(
      Engine engine,
      MongoConfig config,
      ServerCertificate certificate,
      FrontEnds.Shared shared,
      Optional<Membership> membership,
      VectorIndexes vectors) {
    MongoOptions options = options(config, certificate);
    try {
      return MongoServer.start(
          engine,
          membership.map(options::withMembership).orElse(options),
          shared.network(),
          shared.memory(),
          vectors);
    } catch (IOException e) {
      throw new ConfigException(message(config, e), e);
    }
  }

  /**
   * @param current the front ends as of now; empty while there are none
   */
  static MongoMetrics metrics(Supplier<Optional<FrontEnds>> current) {
    ToLongFunction<ToLongFunction<MongoServer>> figure =
        of -> current.get().flatMap(FrontEnds::mongo).map(of::applyAsLong).orElse(0L);
    return new MongoMetrics(
        () -> figure.applyAsLong(MongoServer::openCursors),
        () -> figure.applyAsLong(server -> server.clients().bytesInTotal()),
        () -> figure.applyAsLong(server -> server.clients().bytesOutTotal()));
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
          + "); is a MongoDB running there? choose another port with: mayfly serve --mongo-port N"
          + " (0 for any free one, off for none)";
    }
    return "can't listen on "
        + where
        + ": "
        + failure.getMessage()
        + "; set MAYFLY_MONGO_USER and MAYFLY_MONGO_PASSWORD, or leave mongo-bind out";
  }
}
