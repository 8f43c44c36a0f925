package dev.mayfly.embedded.inside;

import dev.mayfly.embedded.bridge.Launcher;
import dev.mayfly.embedded.bridge.Server;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.server.RunningServer;
import dev.mayfly.server.config.ConfigException;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.config.Setting;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Starts servers; called through reflection. */
public final class InsideLauncher implements Launcher {
  @Override
  public Server start(Map<String, String> settings) {
    try {
      Map<Setting, String> given = new EnumMap<>(Setting.class);
      settings.forEach((name, value) -> given.put(setting(name), value));
      // The program's environment is not asked: it may be meant for another server.
      ServerConfig config = ConfigLoader.load(given, Optional.empty(), Map.of());
      return new InsideServer(config, RunningServer.start(config));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (EngineException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private static Setting setting(String name) {
    return Setting.ofKey(name)
        .orElseThrow(
            () ->
                new ConfigException(
                    "there is no setting '" + name + "'; 'mayfly serve --help' lists all"));
  }
}
