package dev.mayfly.server.config;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads settings from environment variables. */
final class Environment {
  /** Names a configuration file; not a setting, because a file can't name itself. */
  static final String CONFIG = "MAYFLY_CONFIG";

  /** Variables that belong to the launcher. */
  private static final Set<String> LAUNCHER = Set.of(CONFIG, "MAYFLY_JAVA_OPTS");

  /** What Kubernetes adds to every pod when a service is called mayfly; they are not settings. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile("MAYFLY_(PORT|SERVICE_HOST|SERVICE_PORT|PORT_[0-9].*|SERVICE_PORT_.*)");

  private Environment() {}

  static ConfigLayer read(Map<String, String> environment) {
    ConfigLayer layer = new ConfigLayer("the environment");
    for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
      String name = entry.getKey();
      if (name.startsWith(Setting.ENVIRONMENT_PREFIX)
          && !LAUNCHER.contains(name)
          && !SERVICE_LINK.matcher(name).matches()) {
        layer.put(setting(name), name, entry.getValue().strip());
      }
    }
    return layer;
  }

  private static Setting setting(String name) {
    return Setting.ofEnvironmentName(name).orElseThrow(() -> unknown(name));
  }

  private static ConfigException unknown(String name) {
    String nearest =
        NameSuggestion.of(
            name, Arrays.stream(Setting.values()).map(Setting::environmentName).toList());
    return new ConfigException(
        "unknown environment variable " + name + ": did you mean " + nearest + "?");
  }
}
