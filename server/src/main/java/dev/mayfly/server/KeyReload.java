package dev.mayfly.server;

import static java.util.Objects.requireNonNull;

import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.CosmosConfig;
import dev.mayfly.server.config.MongoConfig;
import dev.mayfly.server.config.ServerConfig;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes keys and the password of {@code mongo-user} anew from where the settings come from, while
 * the server runs. Either all that is found is valid and taken, or all stays as it was.
 */
final class KeyReload implements Supplier<Map<String, Boolean>> {
  private final Supplier<ServerConfig> source;
  private final Supplier<FrontEnds> frontEnds;
  private ServerConfig inForce;

  /**
   * @param inForce what the server was started with
   * @param source reads the settings again
   * @param frontEnds those that serve now
   */
  KeyReload(ServerConfig inForce, Supplier<ServerConfig> source, Supplier<FrontEnds> frontEnds) {
    this.inForce = requireNonNull(inForce, "inForce");
    this.source = requireNonNull(source, "source");
    this.frontEnds = requireNonNull(frontEnds, "frontEnds");
  }

  /** The settings with the keys that are in force. */
  synchronized ServerConfig inForce() {
    return inForce;
  }

  /**
   * Reads and takes them.
   *
   * @return what changed
   * @throws ConfigException if something is not valid; what was in force stays so
   */
  @Override
  public synchronized Map<String, Boolean> get() {
    ServerConfig fresh = source.get();
    FrontEnds now = frontEnds.get();
    Optional<CosmosConfig> keys =
        now.cosmos().map(server -> required(fresh.cosmos(), "cosmos-port"));
    Optional<MongoConfig> users = now.mongo().map(server -> required(fresh.mongo(), "mongo-port"));
    users.ifPresent(this::checkUser);
    boolean keysChanged =
        keys.isPresent() && !keys.get().keys().equals(inForce.cosmos().orElseThrow().keys());
    boolean passwordChanged =
        users.isPresent()
            && !users.get().password().equals(inForce.mongo().orElseThrow().password());
    if (keysChanged) {
      now.cosmos().get().replaceKeys(keys.get().keys());
    }
    if (passwordChanged) {
      now.mongo().get().replaceRootUser(users.get().user().get(), users.get().password().get());
    }
    inForce = fresh;
    return Map.of("cosmosKeysChanged", keysChanged, "mongoPasswordChanged", passwordChanged);
  }

  private static <T> T required(Optional<T> port, String setting) {
    return port.orElseThrow(
        () -> new ConfigException(setting + " is off in the settings, but the port is open"));
  }

  private void checkUser(MongoConfig fresh) {
    if (!fresh.user().equals(inForce.mongo().orElseThrow().user())) {
      throw new ConfigException(
          "mongo-user is another one in the settings: only its password can be changed without a"
              + " restart");
    }
  }
}
