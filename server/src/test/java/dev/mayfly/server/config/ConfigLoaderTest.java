package dev.mayfly.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.testkit.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigLoaderTest {
  @TempDir private Path directory;

  @Test
  void saidNothingTheDefaultsHold() {
    ServerConfig config = load(Map.of(), Map.of());
    assertThat(config.data()).hasValue(Path.of("./mayfly-data"));
    assertThat(config.ephemeral()).isFalse();
    assertThat(config.adminPort()).isEqualTo(8080);
    assertThat(config.durability()).isEqualTo(Durability.SYNC);
    assertThat(config.memoryMebibytes()).isEqualTo(128);
    assertThat(config.backupDirectory()).hasValue(Path.of("mayfly-data-backups").toAbsolutePath());
    assertThat(config.movableClock()).isFalse();
    assertThat(config.clockStepBoundSeconds()).isEqualTo(3600);
    assertThat(config.acceptClockBehind()).isFalse();
    assertThat(config.purgeConfirmAfterRestore()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void everyDefaultIsAllowed(Setting setting) {
    if (!setting.defaultText().isEmpty()) {
      assertThat(setting.kind().complaint(setting.defaultText())).isNull();
    }
  }

  @Test
  void theStrongerSourceWins() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.writeString(data.resolve("mayfly.properties"), "admin-port = 1\nmemory = 11\n");
    Path file = file("admin-port = 2\nmemory = 12\ndurability = relaxed\ndata = " + data);
    Map<String, String> environment = Map.of("MAYFLY_ADMIN_PORT", "3");
    Map<Setting, String> commandLine = Map.of(Setting.ADMIN_PORT, "4");

    ServerConfig all = ConfigLoader.load(commandLine, Optional.of(file), environment);
    assertThat(all.adminPort()).isEqualTo(4);
    assertThat(all.memoryMebibytes()).isEqualTo(12);
    assertThat(all.durability()).isEqualTo(Durability.RELAXED);
    assertThat(all.data()).hasValue(data);

    assertThat(ConfigLoader.load(Map.of(), Optional.of(file), environment).adminPort())
        .isEqualTo(3);
    assertThat(ConfigLoader.load(Map.of(), Optional.of(file), Map.of()).adminPort()).isEqualTo(2);
    ServerConfig dataOnly = load(Map.of(Setting.DATA, data.toString()), Map.of());
    assertThat(dataOnly.adminPort()).isEqualTo(1);
    assertThat(dataOnly.memoryMebibytes()).isEqualTo(11);
  }

  @Test
  void theEnvironmentCanNameTheFile() throws IOException {
    Path file = file("admin-port = 2");
    assertThat(load(Map.of(), Map.of("MAYFLY_CONFIG", file.toString())).adminPort()).isEqualTo(2);
  }

  @Test
  void dataAndEphemeralAreOneChoice() throws IOException {
    Path file = file("data = " + directory);
    Map<Setting, String> ephemeral = Map.of(Setting.EPHEMERAL, "true");
    assertThat(ConfigLoader.load(ephemeral, Optional.of(file), Map.of()).ephemeral()).isTrue();
    Map<Setting, String> data = Map.of(Setting.DATA, "x");
    assertThat(load(data, Map.of("MAYFLY_EPHEMERAL", "true")).data()).hasValue(Path.of("x"));
    assertThatThrownBy(() -> load(Map.of(Setting.DATA, "x", Setting.EPHEMERAL, "true"), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("choose one");
  }

  @Test
  @Rule("G1")
  void theClockOfKeptDataIsNotMovable() {
    assertThatThrownBy(() -> load(Map.of(Setting.MOVABLE_CLOCK, "true"), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("only with --ephemeral");
    assertThat(
            load(Map.of(Setting.MOVABLE_CLOCK, "true", Setting.EPHEMERAL, "true"), Map.of())
                .movableClock())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "ADMIN_PORT,65536,from 0 to 65535",
    "ADMIN_PORT,-1,from 0 to 65535",
    "ADMIN_PORT,http,from 0 to 65535",
    "ADMIN_PORT,99999999999999999999,from 0 to 65535",
    "DURABILITY,maybe,sync or relaxed",
    "MEMORY,7,from 8",
    "EPHEMERAL,yes,true or false",
    "DATA,' ',a directory"
  })
  void aWrongValueIsNamedWithWhatIsAllowed(Setting setting, String text, String allowed) {
    assertThatThrownBy(() -> load(Map.of(setting, text), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(setting.optionName())
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("command line")
        .hasMessageContaining(allowed);
  }

  @Test
  void anUnknownNameIsAnErrorWithTheNearest() throws IOException {
    Path file = file("admin-prot = 2");
    assertThatThrownBy(() -> ConfigLoader.load(Map.of(), Optional.of(file), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("admin-prot")
        .hasMessageContaining(file.toString())
        .hasMessageContaining("did you mean admin-port?");
    assertThatThrownBy(() -> load(Map.of(), Map.of("MAYFLY_DURABLITY", "sync")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("did you mean MAYFLY_DURABILITY?");
  }

  @Test
  void variablesOfTheLauncherAndOfKubernetesAreNotSettings() {
    Map<String, String> environment =
        Map.of(
            "MAYFLY_JAVA_OPTS", "-Xmx1g",
            "MAYFLY_PORT", "tcp://10.0.0.1:8080",
            "MAYFLY_PORT_8080_TCP", "tcp://10.0.0.1:8080",
            "MAYFLY_SERVICE_HOST", "10.0.0.1",
            "PATH", "/bin");
    assertThat(load(Map.of(), environment)).isEqualTo(load(Map.of(), Map.of()));
  }

  @Test
  void aMissingOrUnreadableFileIsNamed() throws IOException {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> ConfigLoader.load(Map.of(), Optional.of(missing), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("there is no configuration file " + missing);
    Path wrong = file("a = \\u00zz");
    assertThatThrownBy(() -> ConfigLoader.load(Map.of(), Optional.of(wrong), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("can't be read");
  }

  @Test
  void theFileInTheDataDirectoryDoesNotSayWhereTheDataIs() throws IOException {
    Files.writeString(directory.resolve("mayfly.properties"), "data = elsewhere");
    assertThatThrownBy(() -> load(Map.of(Setting.DATA, directory.toString()), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("remove that line");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("some.properties"), text);
  }

  private static ServerConfig load(
      Map<Setting, String> commandLine, Map<String, String> environment) {
    return ConfigLoader.load(commandLine, Optional.empty(), environment);
  }
}
