package dev.mayfly.server.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Puts together what the server was told. The command line wins over the environment, that over the
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
    List<Layer> layers = new ArrayList<>();
    Layer options = new Layer("the command line");
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
  private static Optional<Path> data(List<Layer> layers) {
    for (Layer layer : layers) {
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

  private static Layer dataFile(Path file) {
    Layer layer = ConfigFile.read(file);
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

  private static ServerConfig config(Optional<Path> data, List<Layer> layers) {
    return new ServerConfig(
        data,
        (int) number(layers, Setting.ADMIN_PORT),
        cosmos(data, layers),
        mongo(data, layers),
        durability(data, layers),
        (int) number(layers, Setting.MEMORY),
        backupDirectory(data, text(layers, Setting.BACKUP_DIRECTORY)),
        on(layers, Setting.MOVABLE_CLOCK),
        number(layers, Setting.CLOCK_STEP_BOUND_SECONDS),
        on(layers, Setting.ACCEPT_CLOCK_BEHIND),
        on(layers, Setting.PURGE_CONFIRM_AFTER_RESTORE),
        on(layers, Setting.PURGE_CONFIRM_AFTER_IMPORT),
        (int) number(layers, Setting.POLICY_GUARD_PERCENT),
        (int) number(layers, Setting.DATABASES_MAX),
        (int) number(layers, Setting.CONTAINERS_MAX));
  }

  private static Optional<CosmosConfig> cosmos(Optional<Path> data, List<Layer> layers) {
    OptionalInt port = port(layers, Setting.COSMOS_PORT);
    if (port.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new CosmosConfig(
            text(layers, Setting.COSMOS_BIND),
            port.getAsInt(),
            secret(layers, Setting.COSMOS_KEY, Setting.COSMOS_KEY_FILE),
            secret(layers, Setting.COSMOS_SECONDARY_KEY, Setting.COSMOS_SECONDARY_KEY_FILE),
            secret(layers, Setting.COSMOS_READ_ONLY_KEY, Setting.COSMOS_READ_ONLY_KEY_FILE),
            secret(
                layers,
                Setting.COSMOS_SECONDARY_READ_ONLY_KEY,
                Setting.COSMOS_SECONDARY_READ_ONLY_KEY_FILE),
            certificate(data, layers)));
  }

  private static CertificateConfig certificate(Optional<Path> data, List<Layer> layers) {
    return new CertificateConfig(
        data.map(directory -> directory.resolve(CertificateConfig.IN_DATA)),
        optional(layers, Setting.COSMOS_CERTIFICATE).map(Path::of),
        optional(layers, Setting.COSMOS_CERTIFICATE_KEY).map(Path::of),
        optional(layers, Setting.COSMOS_CERTIFICATE_NAMES)
            .map(names -> List.of(names.strip().split("\\s*,\\s*")))
            .orElse(List.of()));
  }

  private static Optional<MongoConfig> mongo(Optional<Path> data, List<Layer> layers) {
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
            optional(layers, Setting.MONGO_USER),
            secret(layers, Setting.MONGO_PASSWORD, Setting.MONGO_PASSWORD_FILE),
            certificate(data, layers)));
  }

  /** Empty if it is off. */
  private static OptionalInt port(List<Layer> layers, Setting setting) {
    String port = text(layers, setting);
    return port.equals(Kind.OFF) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(port));
  }

  private static Optional<String> optional(List<Layer> layers, Setting setting) {
    return Optional.of(text(layers, setting)).filter(text -> !text.isEmpty());
  }

  /** A secret that is given itself, or in a file; the strongest layer that gives either wins. */
  private static Optional<String> secret(List<Layer> layers, Setting itself, Setting inFile) {
    for (Layer layer : layers) {
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

  /** Waiting for the disk is pointless where nothing is kept, but whoever asks for it gets it. */
  private static Durability durability(Optional<Path> data, List<Layer> layers) {
    boolean told = layers.stream().anyMatch(layer -> layer.get(Setting.DURABILITY) != null);
    return data.isEmpty() && !told
        ? Durability.RELAXED
        : Durability.valueOf(text(layers, Setting.DURABILITY).toUpperCase(Locale.ROOT));
  }

  private static Optional<Path> backupDirectory(Optional<Path> data, String told) {
    if (!told.isEmpty()) {
      return Optional.of(Path.of(told));
    }
    // Beside the data, not in it: a backup must survive "rm -r" of the data directory.
    return data.map(Path::toAbsolutePath)
        .map(Path::normalize)
        .filter(directory -> directory.getFileName() != null)
        .map(directory -> directory.resolveSibling(directory.getFileName() + "-backups"));
  }

  private static String text(List<Layer> layers, Setting setting) {
    for (Layer layer : layers) {
      if (layer.get(setting) != null) {
        return layer.get(setting);
      }
    }
    return setting.defaultText();
  }

  private static long number(List<Layer> layers, Setting setting) {
    return Long.parseLong(text(layers, setting));
  }

  private static boolean on(List<Layer> layers, Setting setting) {
    return Boolean.parseBoolean(text(layers, setting));
  }
}
