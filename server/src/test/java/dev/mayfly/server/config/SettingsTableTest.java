package dev.mayfly.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What docs/operating.md says about a setting is what the program says. */
class SettingsTableTest {
  @ParameterizedTest
  @EnumSource
  void everySettingHasItsRow(Setting setting) throws IOException {
    assertThat(Files.readString(Path.of("../docs/operating.md")).lines()).contains(row(setting));
  }

  private static String row(Setting setting) {
    return "| `%s` | %s | %s | %s |"
        .formatted(setting.key(), values(setting.kind()), defaultText(setting), setting.help());
  }

  private static String values(SettingType kind) {
    if (kind instanceof SettingType.NumberKind number) {
      return number.least() + " to " + number.most();
    }
    return kind.label().replace("|", ", ");
  }

  private static String defaultText(Setting setting) {
    return setting.defaultText().isEmpty() ? "" : "`" + setting.defaultText() + "`";
  }
}
