package dev.mayfly.server.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Merges the configuration of the server. The command line wins over the environment, that over the
 * file named by {@code --config}, that over {@code mayfly.properties} in the data directory, that
 * over the defaults.
 */
public final class ConfigLoader {
  private ConfigLoader() {}

  /**
   * @param commandLine settings given as options
   * @param configFile the file named by {@code --config}, if any
   * @param environment all environment variables
   * @throws ConfigException if anything said is unknown, not valid or contradictory
   */
  public static ServerConfig load(
      Map<Setting, String> commandLine,
      Optional<Path> configFile,
      Map<String, String> environment) {
    List<ConfigLayer> layers = new ArrayList<>();
    ConfigLayer options = new ConfigLayer("the command line");
    commandLine.forEach((setting, text) -> options.put(setting, setting.optionName(), text));
    layers.add(options);
    layers.add(Environment.read(environment));
    configFile
        .or(() -> Optional.ofNullable(environment.get(Environment.CONFIG)).map(Path::of))
        .ifPresent(file -> layers.add(ConfigFile.read(file)));

    Optional<Path> data = data(layers);
    data.map(directory -> directory.resolve(ConfigFile.NAME_IN_DATA))
        .filter(Files::exists)
        .ifPresent(file -> layers.add(dataFile(file)));
    return config(data, layers);
  }

  /** The directory, or empty for ephemeral: one choice, made by the strongest layer that speaks. */
  private static Optional<Path> data(List<ConfigLayer> layers) {
    for (ConfigLayer layer : layers) {
      String data = layer.get(Setting.DATA);
      boolean ephemeral = "true".equals(layer.get(Setting.EPHEMERAL));
      if (data != null && ephemeral) {
        throw new ConfigException(
            "data and ephemeral are both given in "
                + layer.origin()
                + ": choose one, --data DIR to keep the data or --ephemeral to keep nothing");
      }
      if (ephemeral) {
        return Optional.empty();
      }
      if (data != null) {
        return Optional.of(Path.of(data));
      }
    }
    return Optional.of(Path.of(Setting.DATA.defaultText()));
  }

  private static ConfigLayer dataFile(Path file) {
    ConfigLayer layer = ConfigFile.read(file);
    for (Setting setting : List.of(Setting.DATA, Setting.EPHEMERAL)) {
      if (layer.get(setting) != null) {
        throw new ConfigException(
            setting.key()
                + " can't be set in "
                + file
                + ", which is found through the data directory; remove that line");
      }
    }
    return layer;
  }

  private static ServerConfig config(Optional<Path> data, List<ConfigLayer> layers) {
    return new ServerConfig(
        data,
        cluster(layers),
        (int) number(layers, Setting.ADMIN_PORT),
        cosmos(data, layers),
        mongo(data, layers),
        durability(data, layers),
        (int) number(layers, Setting.MEMORY),
        diskReserve(layers),
        (int) number(layers, Setting.SPILL_MEGABYTES),
        backupDirectory(data, text(layers, Setting.BACKUP_DIRECTORY)),
        on(layers, Setting.MOVABLE_CLOCK),
        number(layers, Setting.CLOCK_STEP_BOUND_SECONDS),
        on(layers, Setting.ACCEPT_CLOCK_BEHIND),
        on(layers, Setting.PURGE_CONFIRM_AFTER_RESTORE),
        on(layers, Setting.PURGE_CONFIRM_AFTER_IMPORT),
        (int) number(layers, Setting.POLICY_GUARD_PERCENT),
        (int) number(layers, Setting.DATABASES_MAX),
        (int) number(layers, Setting.CONTAINERS_MAX),
        (int) number(layers, Setting.PARTITIONS_PER_CONTAINER),
        new ChangeLogConfig(
            text(layers, Setting.MONGO_CHANGE_LOG).equals(ChangeLogConfig.ALWAYS),
            number(layers, Setting.MONGO_CHANGE_LOG_HOURS),
            number(layers, Setting.MONGO_CHANGE_LOG_MEGABYTES)),
        new SlowOperationConfig(
            number(layers, Setting.SLOW_OPERATION_MILLIS),
            number(layers, Setting.SLOW_OPERATION_REQUEST_UNITS)));
  }

  private static Optional<ClusterConfig> cluster(List<ConfigLayer> layers) {
    Optional<String> name = optional(layers, Setting.CLUSTER);
    List<Setting> others =
        List.of(
            Setting.NODE_ID,
            Setting.PEERS,
            Setting.JOIN,
            Setting.CLUSTER_CERTIFICATES,
            Setting.CLUSTER_LISTEN,
            Setting.CLUSTER_ADVERTISE,
            Setting.CLUSTER_LOG_MEGABYTES,
            Setting.CLUSTER_ELECTION_TIMEOUT);
    if (name.isEmpty()) {
      for (Setting each : others) {
        if (layers.stream().anyMatch(layer -> layer.get(each) != null)) {
          throw new ConfigException(
              each.key() + " is for a node of a cluster: give its name with --cluster NAME too");
        }
      }
      return Optional.empty();
    }
    for (Setting needed : List.of(Setting.NODE_ID, Setting.PEERS)) {
      if (optional(layers, needed).isEmpty()) {
        throw new ConfigException(
            "a node of a cluster needs "
                + needed.key()
                + ": serve --data DIR --cluster "
                + name.get()
                + " --node-id n1 --peers n1=host:port,n2=host:port,n3=host:port");
      }
    }
    return Optional.of(
        new ClusterConfig(
            name.get(),
            text(layers, Setting.NODE_ID),
            ClusterConfig.peers(text(layers, Setting.PEERS)),
            on(layers, Setting.JOIN),
            optional(layers, Setting.CLUSTER_LISTEN),
            optional(layers, Setting.CLUSTER_CERTIFICATES).map(Path::of),
            optional(layers, Setting.CLUSTER_ADVERTISE),
            (int) number(layers, Setting.CLUSTER_LOG_MEGABYTES),
            Duration.ofMillis(number(layers, Setting.CLUSTER_ELECTION_TIMEOUT))));
  }

  private static Optional<CosmosConfig> cosmos(Optional<Path> data, List<ConfigLayer> layers) {
    OptionalInt port = port(layers, Setting.COSMOS_PORT);
    if (port.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new CosmosConfig(
            text(layers, Setting.COSMOS_BIND),
            port.getAsInt(),
            port(layers, Setting.COSMOS_DIRECT_PORT),
            on(layers, Setting.COSMOS_ALLOW_EMULATOR_KEY),
            secret(layers, Setting.COSMOS_KEY, Setting.COSMOS_KEY_FILE),
            secret(layers, Setting.COSMOS_SECONDARY_KEY, Setting.COSMOS_SECONDARY_KEY_FILE),
            secret(layers, Setting.COSMOS_READ_ONLY_KEY, Setting.COSMOS_READ_ONLY_KEY_FILE),
            secret(
                layers,
                Setting.COSMOS_SECONDARY_READ_ONLY_KEY,
                Setting.COSMOS_SECONDARY_READ_ONLY_KEY_FILE),
            certificate(data, layers),
            number(layers, Setting.DEFAULT_THROUGHPUT),
            EntraConfig.of(
                optional(layers, Setting.COSMOS_ENTRA_JWKS).map(Path::of),
                optional(layers, Setting.COSMOS_ENTRA_ISSUER),
                optional(layers, Setting.COSMOS_ENTRA_AUDIENCE),
                optional(layers, Setting.COSMOS_ENTRA_ROLES),
                on(layers, Setting.COSMOS_ENTRA_TEST_TOKENS))));
  }

  private static CertificateConfig certificate(Optional<Path> data, List<ConfigLayer> layers) {
    return new CertificateConfig(
        data.map(directory -> directory.resolve(CertificateConfig.IN_DATA)),
        optional(layers, Setting.COSMOS_CERTIFICATE).map(Path::of),
        optional(layers, Setting.COSMOS_CERTIFICATE_KEY).map(Path::of),
        optional(layers, Setting.COSMOS_CERTIFICATE_NAMES)
            .map(names -> List.of(names.strip().split("\\s*,\\s*")))
            .orElse(List.of()));
  }

  private static Optional<MongoConfig> mongo(Optional<Path> data, List<ConfigLayer> layers) {
    OptionalInt port = port(layers, Setting.MONGO_PORT);
    if (port.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new MongoConfig(
            text(layers, Setting.MONGO_BIND),
            port.getAsInt(),
            port(layers, Setting.MONGO_COSMOS_PORT),
            optional(layers, Setting.MONGO_ADVERTISED_HOST),
            optional(layers, Setting.MONGO_REPLICA_SET),
            optional(layers, Setting.MONGO_ADVERTISE),
            optional(layers, Setting.MONGO_USER),
            secret(layers, Setting.MONGO_PASSWORD, Setting.MONGO_PASSWORD_FILE),
            on(layers, Setting.MONGO_AUTH),
            on(layers, Setting.MONGO_TEST_COMMANDS),
            certificate(data, layers)));
  }

  /** Empty if it is off. */
  private static OptionalInt port(List<ConfigLayer> layers, Setting setting) {
    String port = text(layers, setting);
    return port.equals(SettingType.OFF)
        ? OptionalInt.empty()
        : OptionalInt.of(Integer.parseInt(port));
  }

  private static Optional<String> optional(List<ConfigLayer> layers, Setting setting) {
    return Optional.of(text(layers, setting)).filter(text -> !text.isEmpty());
  }

  /** A secret that is given itself, or in a file; the strongest layer that gives either wins. */
  private static Optional<String> secret(List<ConfigLayer> layers, Setting itself, Setting inFile) {
    for (ConfigLayer layer : layers) {
      String file = layer.get(inFile);
      if (layer.get(itself) != null && file != null) {
        throw new ConfigException(
            itself.key()
                + " and "
                + inFile.key()
                + " are both given in "
                + layer.origin()
                + ": leave one out");
      }
      if (layer.get(itself) != null) {
        return Optional.of(layer.get(itself));
      }
      if (file != null) {
        return Optional.of(SecretFile.read(inFile, Path.of(file), itself.kind()));
      }
    }
    return Optional.empty();
  }

  /** An ephemeral store is not synced unless that is configured explicitly. */
  private static Durability durability(Optional<Path> data, List<ConfigLayer> layers) {
    boolean configured = layers.stream().anyMatch(layer -> layer.get(Setting.DURABILITY) != null);
    return data.isEmpty() && !configured
        ? Durability.RELAXED
        : Durability.valueOf(text(layers, Setting.DURABILITY).toUpperCase(Locale.ROOT));
  }

  /** Write buffers take half of the memory and must fit into half of the reserve. */
  private static int diskReserve(List<ConfigLayer> layers) {
    boolean given = layers.stream().anyMatch(layer -> layer.get(Setting.DISK_RESERVE) != null);
    return (int) number(layers, given ? Setting.DISK_RESERVE : Setting.MEMORY);
  }

  private static Optional<Path> backupDirectory(Optional<Path> data, String given) {
    if (!given.isEmpty()) {
      return Optional.of(Path.of(given));
    }
    // Beside the data, not in it: a backup must survive "rm -r" of the data directory.
    return data.map(Path::toAbsolutePath)
        .map(Path::normalize)
        .filter(directory -> directory.getFileName() != null)
        .map(directory -> directory.resolveSibling(directory.getFileName() + "-backups"));
  }

  private static String text(List<ConfigLayer> layers, Setting setting) {
    for (ConfigLayer layer : layers) {
      if (layer.get(setting) != null) {
        return layer.get(setting);
      }
    }
    return setting.defaultText();
  }

  private static long number(List<ConfigLayer> layers, Setting setting) {
    return Long.parseLong(text(layers, setting));
  }

  private static boolean on(List<ConfigLayer> layers, Setting setting) {
    return Boolean.parseBoolean(text(layers, setting));
  }
}
