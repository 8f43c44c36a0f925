package dev.mayfly.server.config;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.TreeSet;

/** Reads settings from a file of {@code key = value} lines (Java properties, UTF-8). */
final class ConfigFile {
  /** The file that is picked up from the data directory. */
  static final String NAME_IN_DATA = "mayfly.properties";

  private static final long SIZE_BYTES_MAX = 1 << 20;

  private ConfigFile() {}

  static ConfigLayer read(Path file) {
    Properties properties = new Properties();
    try {
      if (Files.size(file) > SIZE_BYTES_MAX) {
        throw new ConfigException(
            "the configuration file " + file + " is larger than 1 MiB; is it the right file?");
      }
      try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        properties.load(reader);
      }
    } catch (NoSuchFileException e) {
      throw new ConfigException("there is no configuration file " + file, e);
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException(
          "the configuration file " + file + " can't be read: " + e.getMessage(), e);
    }
    ConfigLayer layer = new ConfigLayer(file.toString());
    for (String key : new TreeSet<>(properties.stringPropertyNames())) {
      Setting setting = Setting.ofKey(key).orElseThrow(() -> unknown(key, file));
      layer.put(setting, key, properties.getProperty(key).strip());
    }
    return layer;
  }

  private static ConfigException unknown(String key, Path file) {
    return new ConfigException(
        "unknown setting '"
            + key
            + "' in "
            + file
            + ": did you mean "
            + NameSuggestion.of(key, Setting.keys())
            + "?");
  }
}
