package dev.mayfly.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Everything {@code serve} can be told, once. The key is the name of the command line option (with
 * two dashes), of the line in a configuration file, and of the environment variable ({@code
 * MAYFLY_}, upper case, underscores).
 */
public enum Setting {
  DATA(
      "data",
      Kind.PATH,
      "./mayfly-data",
      "directory that keeps the data; made if it is missing; one server at a time"),
  EPHEMERAL(
      "ephemeral",
      Kind.SWITCH,
      "false",
      "keep nothing: the data is gone when it stops; durability is relaxed unless given"),
  ADMIN_PORT(
      "admin-port",
      Kind.number(0, 65_535),
      "8080",
      "port for health, metrics, clock, purge and backup; 0 = any free port"),
  COSMOS_PORT(
      "cosmos-port",
      Kind.PORT_OR_OFF,
      "8081",
      "port for clients of Azure Cosmos DB for NoSQL, http and https; 0 = any free port"),
  COSMOS_BIND(
      "cosmos-bind",
      Kind.ADDRESS,
      "127.0.0.1",
      "interface that it listens on; other machines get in only with an own cosmos-key"),
  COSMOS_KEY(
      "cosmos-key",
      Kind.KEY,
      "",
      "primary key of the account in base64; on loopback, unless given, the emulator's"),
  COSMOS_KEY_FILE(
      "cosmos-key-file", Kind.FILE, "", "file with the primary key, in place of cosmos-key"),
  COSMOS_SECONDARY_KEY(
      "cosmos-secondary-key", Kind.KEY, "", "a second key, to change keys without a pause"),
  COSMOS_SECONDARY_KEY_FILE("cosmos-secondary-key-file", Kind.FILE, "", "file with the second key"),
  COSMOS_READ_ONLY_KEY("cosmos-read-only-key", Kind.KEY, "", "a key that can only read"),
  COSMOS_READ_ONLY_KEY_FILE(
      "cosmos-read-only-key-file", Kind.FILE, "", "file with the key that can only read"),
  COSMOS_SECONDARY_READ_ONLY_KEY(
      "cosmos-secondary-read-only-key", Kind.KEY, "", "a second key that can only read"),
  COSMOS_SECONDARY_READ_ONLY_KEY_FILE(
      "cosmos-secondary-read-only-key-file",
      Kind.FILE,
      "",
      "file with the second key that can only read"),
  COSMOS_CERTIFICATE(
      "cosmos-certificate",
      Kind.FILE,
      "",
      "own certificate chain (PEM); unless given, one is made and kept in the data directory"),
  COSMOS_CERTIFICATE_KEY(
      "cosmos-certificate-key", Kind.FILE, "", "the key of that certificate (PEM, PKCS#8)"),
  COSMOS_CERTIFICATE_NAMES(
      "cosmos-certificate-names",
      Kind.NAMES,
      "",
      "more host names and addresses that the certificate it makes is valid for"),
  MONGO_PORT(
      "mongo-port",
      Kind.PORT_OR_OFF,
      "27017",
      "port for clients of MongoDB, plain and TLS; 0 = any free port"),
  MONGO_BIND(
      "mongo-bind",
      Kind.ADDRESS,
      "127.0.0.1",
      "interface that it listens on; other machines get in only if there are users"),
  MONGO_USER("mongo-user", Kind.NAME, "", "a user of admin who may do everything"),
  MONGO_PASSWORD("mongo-password", Kind.PASSWORD, "", "the password of that user"),
  MONGO_PASSWORD_FILE(
      "mongo-password-file", Kind.FILE, "", "file with that password, in place of mongo-password"),
  MONGO_COSMOS_PORT(
      "mongo-cosmos-port",
      Kind.PORT_OR_OFF,
      "off",
      "port for clients of Azure Cosmos DB for MongoDB, TLS only, 10255 in Azure"),
  MONGO_ADVERTISED_HOST(
      "mongo-advertised-host",
      Kind.NAME,
      "",
      "host, or host:port, that those clients are told; unless given, the one they dialled"),
  DURABILITY(
      "durability",
      Kind.choice("sync", "relaxed"),
      "sync",
      "sync: acknowledged means on disk; relaxed: faster, a power cut may lose the last moments"),
  MEMORY(
      "memory",
      Kind.number(8, 1_048_576),
      "128",
      "MiB that the storage may use for its caches and write buffers"),
  BACKUP_DIRECTORY(
      "backup-directory",
      Kind.PATH,
      "",
      "where backups go; unless given, the data directory's name with -backups"),
  MOVABLE_CLOCK(
      "movable-clock",
      Kind.SWITCH,
      "false",
      "let tests freeze and advance the clock; only with --ephemeral"),
  CLOCK_STEP_BOUND_SECONDS(
      "clock-step-bound-seconds",
      Kind.number(0, 315_360_000),
      "3600",
      "a larger forward step of the wall clock is not believed until confirmed; 0 = believe all"),
  ACCEPT_CLOCK_BEHIND(
      "accept-clock-behind",
      Kind.SWITCH,
      "false",
      "start although the wall clock is far behind the stored time; TTL time goes on from there"),
  PURGE_CONFIRM_AFTER_RESTORE(
      "purge-confirm-after-restore",
      Kind.BOOLEAN,
      "true",
      "after a restore delete nothing expired until POST /purge/confirm"),
  PURGE_CONFIRM_AFTER_IMPORT(
      "purge-confirm-after-import",
      Kind.BOOLEAN,
      "true",
      "after an import with kept times delete nothing expired there until POST /purge/confirm"),
  POLICY_GUARD_PERCENT(
      "policy-guard-percent",
      Kind.number(0, 100),
      "100",
      "refuse a TTL change that would expire more of a container at once, unless forced; 100 ="
          + " never"),
  DATABASES_MAX(
      "databases-max", Kind.number(1, 100_000), "1000", "how many databases there may be"),
  CONTAINERS_MAX(
      "containers-max",
      Kind.number(1, 1_000_000),
      "10000",
      "how many containers there may be, in all databases together");

  private final String key;
  private final Kind kind;
  private final String defaultText;
  private final String help;

  Setting(String key, Kind kind, String defaultText, String help) {
    this.key = key;
    this.kind = kind;
    this.defaultText = defaultText;
    this.help = help;
  }

  public String key() {
    return key;
  }

  public Kind kind() {
    return kind;
  }

  /** What holds when nobody says anything; empty if it depends on other settings. */
  public String defaultText() {
    return defaultText;
  }

  public String help() {
    return help;
  }

  public String optionName() {
    return "--" + key;
  }

  public String environmentName() {
    return ENVIRONMENT_PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  static final String ENVIRONMENT_PREFIX = "MAYFLY_";

  static Optional<Setting> ofKey(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  static Optional<Setting> ofEnvironmentName(String name) {
    return Arrays.stream(values())
        .filter(setting -> setting.environmentName().equals(name))
        .findFirst();
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(Setting::key).toList();
  }
}
