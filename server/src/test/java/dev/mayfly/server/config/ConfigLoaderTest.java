package dev.mayfly.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.testkit.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
  private static final String KEY = "bWF5Zmx5LW1heWZseS1tYXlmbHktbWF5Zmx5";

  @TempDir private Path directory;

  @Test
  void saidNothingTheDefaultsHold() {
    ServerConfig config = load(Map.of(), Map.of());
    assertThat(config.data()).hasValue(Path.of("./mayfly-data"));
    assertThat(config.ephemeral()).isFalse();
    assertThat(config.adminPort()).isEqualTo(8080);
    assertThat(config.durability()).isEqualTo(Durability.SYNC);
    assertThat(config.memoryMebibytes()).isEqualTo(128);
    assertThat(config.diskReserveMebibytes()).isEqualTo(128);
    assertThat(config.backupDirectory()).hasValue(Path.of("mayfly-data-backups").toAbsolutePath());
    assertThat(config.movableClock()).isFalse();
    assertThat(config.clockStepBoundSeconds()).isEqualTo(3600);
    assertThat(config.acceptClockBehind()).isFalse();
    assertThat(config.purgeConfirmAfterRestore()).isTrue();
  }

  @Test
  void theDiskReserveFollowsTheMemoryUnlessGiven() {
    assertThat(load(Map.of(Setting.MEMORY, "300"), Map.of()).diskReserveMebibytes()).isEqualTo(300);
    assertThat(
            load(Map.of(Setting.MEMORY, "300", Setting.DISK_RESERVE, "0"), Map.of())
                .diskReserveMebibytes())
        .isZero();
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
    assertThat(all.diskReserveMebibytes()).isEqualTo(12);
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
    "COSMOS_PORT,on,from 0 to 65535 or off",
    "COSMOS_PORT,65536,from 0 to 65535 or off",
    "COSMOS_BIND,' ',ADDRESS",
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
  void cosmosDbsClientsAreServedOnLoopbackUnlessSwitchedOff() {
    CosmosConfig cosmos = load(Map.of(), Map.of()).cosmos().orElseThrow();
    assertThat(cosmos.bind()).isEqualTo("127.0.0.1");
    assertThat(cosmos.isLoopback()).isTrue();
    assertThat(cosmos.port()).isEqualTo(8081);
    assertThat(cosmos.key()).isEmpty();
    assertThat(cosmos.certificate().directory()).hasValue(Path.of("./mayfly-data/tls"));
    Map<Setting, String> ephemeral = Map.of(Setting.EPHEMERAL, "true");
    assertThat(load(ephemeral, Map.of()).cosmos().orElseThrow().certificate().directory())
        .isEmpty();
    assertThat(load(Map.of(Setting.COSMOS_PORT, "off"), Map.of()).cosmos()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
  void whereOthersCanReachItItNeedsAKeyOfItsOwn(String address) {
    Map<Setting, String> bind = Map.of(Setting.COSMOS_BIND, address);
    assertThatThrownBy(() -> load(bind, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'" + address + "'")
        .hasMessageContaining("MAYFLY_COSMOS_KEY");
    String publicKey = AccountKeys.EMULATOR.primary();
    for (Map<String, String> known :
        List.of(
            Map.of("MAYFLY_COSMOS_KEY", publicKey),
            Map.of("MAYFLY_COSMOS_KEY", KEY, "MAYFLY_COSMOS_READ_ONLY_KEY", publicKey))) {
      assertThatThrownBy(() -> load(bind, known)).hasMessageContaining("emulator's key");
    }
    ServerConfig config = load(bind, Map.of("MAYFLY_COSMOS_KEY", KEY));
    assertThat(config.cosmos().orElseThrow().key()).hasValue(KEY);
    assertThat(config.toString()).doesNotContain(KEY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no base64!", "c2hvcnQ="})
  void aKeyThatIsWrongIsNotShown(String key) {
    assertThatThrownBy(() -> load(Map.of(), Map.of("MAYFLY_COSMOS_KEY", key)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("MAYFLY_COSMOS_KEY is wrong in the environment: expected base64")
        .hasMessageNotContaining(key);
  }

  @Test
  void anOwnCertificateComesWithItsKey() {
    Map<Setting, String> alone = Map.of(Setting.COSMOS_CERTIFICATE, "c.pem");
    assertThatThrownBy(() -> load(alone, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("go together");
    Map<Setting, String> both =
        Map.of(Setting.COSMOS_CERTIFICATE, "c.pem", Setting.COSMOS_CERTIFICATE_KEY, "k.pem");
    assertThat(load(both, Map.of()).cosmos().orElseThrow().certificate().ownKey())
        .hasValue(Path.of("k.pem"));
  }

  @Test
  void namesForTheCertificateHaveCommasBetweenThem() {
    Map<Setting, String> names = Map.of(Setting.COSMOS_CERTIFICATE_NAMES, "a.example , 192.0.2.1");
    assertThat(load(names, Map.of()).cosmos().orElseThrow().certificate().names())
        .containsExactly("a.example", "192.0.2.1");
  }

  @Test
  void mongoDbsClientsAreServedOnLoopbackUnlessSwitchedOff() {
    MongoConfig mongo = load(Map.of(), Map.of()).mongo().orElseThrow();
    assertThat(mongo.bind()).isEqualTo("127.0.0.1");
    assertThat(mongo.isLoopback()).isTrue();
    assertThat(mongo.port()).isEqualTo(27017);
    assertThat(mongo.cosmosPort()).isEmpty();
    assertThat(mongo.user()).isEmpty();
    assertThat(mongo.auth()).isFalse();
    assertThat(mongo.testCommands()).isFalse();
    assertThat(load(Map.of(Setting.MONGO_PORT, "off"), Map.of()).mongo()).isEmpty();
    Map<Setting, String> cosmos = Map.of(Setting.MONGO_COSMOS_PORT, "10255");
    assertThat(load(cosmos, Map.of()).mongo().orElseThrow().cosmosPort()).hasValue(10255);
  }

  @Test
  void aUserOfMongoDbComesWithAPassword() {
    assertThatThrownBy(() -> load(Map.of(Setting.MONGO_USER, "ann"), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("mongo-user and mongo-password go together");
    ServerConfig config =
        load(Map.of(Setting.MONGO_USER, "ann"), Map.of("MAYFLY_MONGO_PASSWORD", "secret"));
    assertThat(config.mongo().orElseThrow().password()).hasValue("secret");
    assertThat(config.toString()).doesNotContain("secret");
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

  private static Path secret(Path directory, String text, String permissions) throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n", "\n\n"})
  void aKeyOrPasswordCanBeInAFile(String end, @TempDir Path directory) throws IOException {
    String file = secret(directory, KEY + end, "rw-------").toString();
    Map<Setting, String> files =
        Map.of(
            Setting.COSMOS_KEY_FILE, file,
            Setting.COSMOS_SECONDARY_KEY_FILE, file,
            Setting.COSMOS_READ_ONLY_KEY_FILE, file,
            Setting.COSMOS_SECONDARY_READ_ONLY_KEY_FILE, file,
            Setting.MONGO_USER, "boss",
            Setting.MONGO_PASSWORD_FILE, file);
    ServerConfig config =
        load(files, Map.of("MAYFLY_COSMOS_KEY", "bm90IHRoaXMgb25lIGJ1dCB3ZWFrZXI="));
    CosmosConfig cosmos = config.cosmos().orElseThrow();
    assertThat(List.of(cosmos.key(), cosmos.secondaryKey(), cosmos.readOnlyKey()))
        .containsOnly(Optional.of(KEY));
    assertThat(cosmos.secondaryReadOnlyKey()).hasValue(KEY);
    assertThat(config.mongo().orElseThrow().password()).hasValue(KEY);
    assertThat(config.toString()).doesNotContain(KEY);
  }

  @Test
  void aSecretFileThatIsWrongIsNotShown(@TempDir Path directory) throws IOException {
    String marked = "MARKED!";
    String file = secret(directory, marked, "rw-------").toString();
    assertThatThrownBy(() -> load(Map.of(Setting.COSMOS_KEY_FILE, file), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cosmos-key-file")
        .hasMessageContaining("base64")
        .hasMessageNotContaining(marked);
    secret(directory, KEY, "rw-rw-rw-");
    assertThatThrownBy(() -> load(Map.of(Setting.COSMOS_KEY_FILE, file), Map.of()))
        .hasMessageContaining("may change the file of cosmos-key-file");
    secret(directory, "x".repeat(5000), "rw-------");
    assertThatThrownBy(() -> load(Map.of(Setting.MONGO_PASSWORD_FILE, file), Map.of()))
        .hasMessageContaining("more than 4096 bytes");
    assertThatThrownBy(() -> load(Map.of(Setting.COSMOS_KEY_FILE, directory + "/none"), Map.of()))
        .hasMessageContaining("can't read the file of cosmos-key-file");
    assertThatThrownBy(
            () -> load(Map.of(Setting.COSMOS_KEY_FILE, file, Setting.COSMOS_KEY, KEY), Map.of()))
        .hasMessageContaining("cosmos-key and cosmos-key-file are both given");
  }

  @Test
  void aNodeMayListenElsewhereThanWhereOthersReachIt() {
    Map<Setting, String> node =
        Map.of(
            Setting.DATA, "x",
            Setting.CLUSTER, "c",
            Setting.NODE_ID, "n1",
            Setting.PEERS, "n1=127.0.0.1:7001,n2=127.0.0.1:7002");
    assertThat(load(node, Map.of()).cluster().orElseThrow().listen()).isEmpty();
    assertThat(
            load(node, Map.of("MAYFLY_CLUSTER_LISTEN", "127.0.0.1:8001"))
                .cluster()
                .orElseThrow()
                .listen())
        .hasValue("127.0.0.1:8001");
    assertThatThrownBy(() -> load(node, Map.of("MAYFLY_CLUSTER_LISTEN", "8001")))
        .hasMessageContaining("cluster-listen is '8001'; expected HOST:PORT");
    assertThatThrownBy(() -> load(node, Map.of("MAYFLY_CLUSTER_LISTEN", "0.0.0.0:8001")))
        .hasMessageContaining("mutual TLS");
    assertThatThrownBy(() -> load(Map.of(), Map.of("MAYFLY_CLUSTER_LISTEN", "127.0.0.1:8001")))
        .hasMessageContaining("--cluster NAME");
  }
}
