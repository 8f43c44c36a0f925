package dev.mayfly.server;

import dev.mayfly.mongo.command.handshake.Topology;
import dev.mayfly.server.config.ClusterConfig;
import dev.mayfly.server.config.CosmosConfig;
import dev.mayfly.server.config.MongoConfig;
import dev.mayfly.server.config.ServerConfig;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;

/** The one line that a server prints when it is ready: what listens where, and what it keeps. */
final class ReadyLine {
  private ReadyLine() {}

  static String of(ServerConfig config, RunningServer server, long startMillis) {
    String admin = "http://127.0.0.1:" + server.adminPort();
    return "Mayfly ready%s. %s%sAdmin on %s (try: curl %s/healthz), %s%s. Ctrl-C stops it."
        .formatted(
            startMillis < 0 ? "" : " in " + seconds(startMillis) + " s",
            config.cosmos().map(cosmos -> cosmos(cosmos, server)).orElse(""),
            config.mongo().map(mongo -> mongo(mongo, server)).orElse(""),
            admin,
            admin,
            config.data().map(data -> kept(data, config)).orElse("ephemeral: keeps nothing")
                + config.cluster().map(ReadyLine::node).orElse(""),
            config.movableClock() ? ", movable clock" : "");
  }

  /** With one decimal place; a format would load what Java knows of languages: 0.05 s. */
  private static String seconds(long millis) {
    long tenths = (millis + 50) / 100;
    return tenths / 10 + "." + tenths % 10;
  }

  private static String node(ClusterConfig cluster) {
    return ", node " + cluster.nodeId() + " of the cluster " + cluster.name();
  }

  private static String cosmos(CosmosConfig config, RunningServer server) {
    OptionalInt direct = server.cosmosDirectPort();
    return "Cosmos DB on http://%s:%d and https, %s, %s. "
        .formatted(
            host(config.isLoopback(), config.bind()),
            server.cosmosPort(),
            config.key().isPresent() ? "with your key" : "emulator key",
            direct.isPresent() ? "direct mode on port " + direct.getAsInt() : "no direct mode");
  }

  private static String mongo(MongoConfig config, RunningServer server) {
    String host = host(config.isLoopback(), config.bind());
    String cosmos =
        config.cosmosPort().isEmpty()
            ? ""
            : " and, for replicaSet=%s over TLS, on %s:%d"
                .formatted(Topology.COSMOS_SET, host, server.mongoCosmosPort());
    return "MongoDB on mongodb://%s:%d/%s%s. "
        .formatted(
            host,
            server.mongoPort(),
            config.user().map(user -> " (user " + user + ")").orElse(""),
            cosmos);
  }

  static String host(boolean loopback, String bind) {
    if (loopback) {
      return "localhost";
    }
    return bind.indexOf(':') >= 0 ? "[" + bind + "]" : bind;
  }

  private static String kept(Path data, ServerConfig config) {
    return "data in "
        + data.toAbsolutePath().normalize()
        + ", durability "
        + config.durability().name().toLowerCase(Locale.ROOT);
  }

  /** What a person has waited since the launcher had built everything, or -1 if unknown. */
  static long millisSinceLaunch() {
    String launched = System.getProperty("mayfly.launchedMillis", "");
    return launched.matches("[0-9]{1,18}")
        ? Math.max(0, System.currentTimeMillis() - Long.parseLong(launched))
        : -1;
  }
}
