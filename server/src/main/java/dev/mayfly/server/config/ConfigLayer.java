package dev.mayfly.server.config;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;

/** The settings that one source gives: the command line, the environment, or a file. */
final class ConfigLayer {
  private final String origin;
  private final Map<Setting, String> values = new EnumMap<>(Setting.class);

  /**
   * @param origin how people know this source, for error messages
   */
  ConfigLayer(String origin) {
    this.origin = requireNonNull(origin, "origin");
  }

  /**
   * @param spelling the setting's name as this source spells it
   * @throws ConfigException if the value is not one the setting takes
   */
  void put(Setting setting, String spelling, String text) {
    String complaint = setting.kind().complaint(text);
    if (complaint != null) {
      String value =
          setting.kind() instanceof SettingType.KeyKind ? " is wrong" : " is '" + text + "'";
      throw new ConfigException(spelling + value + " in " + origin + ": " + complaint);
    }
    values.put(setting, text);
  }

  /** The value's text, or null. */
  String get(Setting setting) {
    return values.get(setting);
  }

  String origin() {
    return origin;
  }
}
