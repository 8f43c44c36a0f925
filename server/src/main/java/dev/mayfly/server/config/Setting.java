package dev.mayfly.server.config;

import dev.mayfly.storage.ratis.ReplicaOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * All settings of {@code serve}. The key is the name of the command line option (with two dashes),
 * of the line in a configuration file, and of the environment variable ({@code MAYFLY_}, upper
 * case, underscores).
 */
public enum Setting {
  DATA(
      "data",
      SettingType.PATH,
      "./mayfly-data",
      "directory that keeps the data; made if it is missing; one server at a time"),
  EPHEMERAL(
      "ephemeral",
      SettingType.SWITCH,
      "false",
      "keep nothing: the data is gone when it stops; durability is relaxed unless given"),
  CLUSTER(
      "cluster",
      SettingType.NAME,
      "",
      "name of the replicated cluster that this server is a node of, and of its replica set"),
  NODE_ID("node-id", SettingType.NAME, "", "this node's id, of no other data directory ever"),
  PEERS(
      "peers",
      SettingType.NODES,
      "",
      "the cluster's nodes with the addresses at which they reach each other, this one among them"),
  JOIN(
      "join",
      SettingType.SWITCH,
      "false",
      "wait to be added to a running cluster, of which peers name at least one other node"),
  CLUSTER_CERTIFICATES(
      "cluster-certificates",
      SettingType.PATH,
      "",
      "this node's directory made by 'mayfly cluster init'; needed unless all peers are loopback"),
  CLUSTER_LISTEN(
      "cluster-listen",
      SettingType.NODE_ADDRESS,
      "",
      "where this node listens for the others; unless given, at its address in peers"),
  CLUSTER_ADVERTISE(
      "cluster-advertise",
      SettingType.NAME,
      "",
      "host under which clients reach this node; unless given, the host of its peer address"),
  CLUSTER_LOG_MEGABYTES(
      "cluster-log-megabytes",
      SettingType.number(1, ReplicaOptions.LOG_MEBIBYTES_MAX),
      Integer.toString(ReplicaOptions.LOG_MEBIBYTES_DEFAULT),
      "how much log is kept for nodes that come back; one that missed more gets a snapshot"),
  CLUSTER_ELECTION_TIMEOUT(
      "cluster-election-timeout",
      SettingType.number(
          ReplicaOptions.ELECTION_TIMEOUT_MIN.toMillis(),
          ReplicaOptions.ELECTION_TIMEOUT_MAX.toMillis()),
      Long.toString(ReplicaOptions.ELECTION_TIMEOUT_DEFAULT.toMillis()),
      "milliseconds that a leader may be silent before another one is elected"),
  ADMIN_PORT(
      "admin-port",
      SettingType.number(0, 65_535),
      "8080",
      "port for health, metrics, clock, purge and backup; 0 = any free port"),
  COSMOS_PORT(
      "cosmos-port",
      SettingType.PORT_OR_OFF,
      "8081",
      "port for clients of Azure Cosmos DB for NoSQL, http and https; 0 = any free port"),
  COSMOS_DIRECT_PORT(
      "cosmos-direct-port",
      SettingType.PORT_OR_OFF,
      "10251",
      "port for those of them that connect in direct mode, TLS only; 0 = any free port"),
  COSMOS_BIND(
      "cosmos-bind",
      SettingType.ADDRESS,
      "127.0.0.1",
      "interface that it listens on; remote clients are accepted only with a non-default"
          + " cosmos-key"),
  COSMOS_KEY(
      "cosmos-key",
      SettingType.KEY,
      "",
      "primary key of the account in base64; on loopback, unless given, the emulator's"),
  COSMOS_ALLOW_EMULATOR_KEY(
      "cosmos-allow-emulator-key",
      SettingType.SWITCH,
      "false",
      "accept the emulator's key, which everybody knows, from other machines too"),
  COSMOS_KEY_FILE(
      "cosmos-key-file", SettingType.FILE, "", "file with the primary key, in place of cosmos-key"),
  COSMOS_SECONDARY_KEY(
      "cosmos-secondary-key", SettingType.KEY, "", "a second key, to change keys without a pause"),
  COSMOS_SECONDARY_KEY_FILE(
      "cosmos-secondary-key-file", SettingType.FILE, "", "file with the second key"),
  COSMOS_READ_ONLY_KEY("cosmos-read-only-key", SettingType.KEY, "", "a key that can only read"),
  COSMOS_READ_ONLY_KEY_FILE(
      "cosmos-read-only-key-file", SettingType.FILE, "", "file with the key that can only read"),
  COSMOS_SECONDARY_READ_ONLY_KEY(
      "cosmos-secondary-read-only-key", SettingType.KEY, "", "a second key that can only read"),
  COSMOS_SECONDARY_READ_ONLY_KEY_FILE(
      "cosmos-secondary-read-only-key-file",
      SettingType.FILE,
      "",
      "file with the second key that can only read"),
  COSMOS_CERTIFICATE(
      "cosmos-certificate",
      SettingType.FILE,
      "",
      "own certificate chain (PEM); unless given, one is made and kept in the data directory"),
  COSMOS_CERTIFICATE_KEY(
      "cosmos-certificate-key", SettingType.FILE, "", "the key of that certificate (PEM, PKCS#8)"),
  COSMOS_CERTIFICATE_NAMES(
      "cosmos-certificate-names",
      SettingType.NAMES,
      "",
      "more host names and addresses that the certificate it makes is valid for"),
  COSMOS_ENTRA_JWKS(
      "cosmos-entra-jwks",
      SettingType.FILE,
      "",
      "public keys (JWKS) that Entra ID tokens are signed with; unless given, none is accepted"),
  COSMOS_ENTRA_ISSUER(
      "cosmos-entra-issuer", SettingType.NAME, "", "the issuer that such tokens must name"),
  COSMOS_ENTRA_AUDIENCE(
      "cosmos-entra-audience", SettingType.NAME, "", "the audience that such tokens must be for"),
  COSMOS_ENTRA_ROLES(
      "cosmos-entra-roles",
      SettingType.NAMES,
      "",
      "ID=reader or ID=contributor: what principals, applications, groups and app roles may do"),
  COSMOS_ENTRA_TEST_TOKENS(
      "cosmos-entra-test-tokens",
      SettingType.SWITCH,
      "false",
      "accept the emulator's test tokens, which anyone can make; on loopback only"),
  DEFAULT_THROUGHPUT(
      "default-throughput",
      SettingType.number(0, 1_000_000),
      "0",
      "RU/s of a container that is created without, 400 in Azure; 0 = no limit and no offer"),
  MONGO_PORT(
      "mongo-port",
      SettingType.PORT_OR_OFF,
      "27017",
      "port for clients of MongoDB, plain and TLS; 0 = any free port"),
  MONGO_BIND(
      "mongo-bind",
      SettingType.ADDRESS,
      "127.0.0.1",
      "interface that it listens on; other machines get in only if there are users"),
  MONGO_USER("mongo-user", SettingType.NAME, "", "a user of admin who may do everything"),
  MONGO_PASSWORD("mongo-password", SettingType.PASSWORD, "", "the password of that user"),
  MONGO_PASSWORD_FILE(
      "mongo-password-file",
      SettingType.FILE,
      "",
      "file with that password, in place of mongo-password"),
  MONGO_REPLICA_SET(
      "mongo-replica-set",
      SettingType.NAME,
      "",
      "name of the replica set, for all clients; off = a router; default: rs0 on loopback only"),
  MONGO_ADVERTISE(
      "mongo-advertise",
      SettingType.NAME,
      "",
      "host, or host:port, of its member; default: the address that a client connected to"),
  MONGO_CHANGE_LOG(
      "mongo-change-log",
      SettingType.choice("auto", ChangeLogConfig.ALWAYS),
      "auto",
      "the log that change streams read is kept from the first one on (auto), or always"),
  MONGO_CHANGE_LOG_HOURS(
      "mongo-change-log-hours", SettingType.number(1, 87_600), "24", "how long it keeps changes"),
  MONGO_CHANGE_LOG_MEGABYTES(
      "mongo-change-log-megabytes",
      SettingType.number(1, 1_048_576),
      "1024",
      "how much it keeps at most"),
  MONGO_AUTH(
      "mongo-auth",
      SettingType.SWITCH,
      "false",
      "users have to log in also on this machine, as with mongo-user"),
  MONGO_TEST_COMMANDS(
      "mongo-test-commands",
      SettingType.SWITCH,
      "false",
      "serve configureFailPoint, which makes commands fail for tests; on loopback only"),
  MONGO_COSMOS_PORT(
      "mongo-cosmos-port",
      SettingType.PORT_OR_OFF,
      "off",
      "port for clients of Azure Cosmos DB for MongoDB, TLS only, 10255 in Azure"),
  MONGO_ADVERTISED_HOST(
      "mongo-advertised-host",
      SettingType.NAME,
      "",
      "host, or host:port, that is returned to those clients; default: the one they connected to"),
  DURABILITY(
      "durability",
      SettingType.choice("sync", "relaxed"),
      "sync",
      "sync: acknowledged means on disk; relaxed: faster, a power cut may lose the last moments"),
  MEMORY(
      "memory",
      SettingType.number(8, 1_048_576),
      "128",
      "MiB that the storage may use for its caches and write buffers"),
  DISK_RESERVE(
      "disk-reserve",
      SettingType.number(0, 1_048_576),
      "",
      "MiB of the disk that stay free: below it writes are refused; unless given, as memory; 0 ="
          + " none"),
  SPILL_MEGABYTES(
      "spill-megabytes",
      SettingType.number(0, 1_048_576),
      "4096",
      "MiB of the disk that sorts and groups beyond their memory may use, one request half of it;"
          + " 0 = none"),
  BACKUP_DIRECTORY(
      "backup-directory",
      SettingType.PATH,
      "",
      "where backups go; unless given, the data directory's name with -backups"),
  MOVABLE_CLOCK(
      "movable-clock",
      SettingType.SWITCH,
      "false",
      "let tests freeze and advance the clock; only with --ephemeral"),
  CLOCK_STEP_BOUND_SECONDS(
      "clock-step-bound-seconds",
      SettingType.number(0, 315_360_000),
      "3600",
      "a larger forward step of the wall clock is not believed until confirmed; 0 = believe all"),
  ACCEPT_CLOCK_BEHIND(
      "accept-clock-behind",
      SettingType.SWITCH,
      "false",
      "start although the wall clock is far behind the stored time; TTL time continues from there"),
  PURGE_CONFIRM_AFTER_RESTORE(
      "purge-confirm-after-restore",
      SettingType.BOOLEAN,
      "true",
      "after a restore delete nothing expired until POST /purge/confirm"),
  PURGE_CONFIRM_AFTER_IMPORT(
      "purge-confirm-after-import",
      SettingType.BOOLEAN,
      "true",
      "after an import with kept times delete nothing expired there until POST /purge/confirm"),
  POLICY_GUARD_PERCENT(
      "policy-guard-percent",
      SettingType.number(0, 100),
      "100",
      "refuse a TTL change that would expire more of a container at once, unless forced; 100 ="
          + " never"),
  SLOW_OPERATION_MILLIS(
      "slow-operation-millis",
      SettingType.number(0, 86_400_000),
      "1000",
      "requests that take this long are logged; 0 = none"),
  SLOW_OPERATION_REQUEST_UNITS(
      "slow-operation-request-units",
      SettingType.number(0, 1_000_000_000),
      "0",
      "requests that cost this much are logged; 0 = none"),
  DATABASES_MAX(
      "databases-max", SettingType.number(1, 100_000), "1000", "how many databases there may be"),
  CONTAINERS_MAX(
      "containers-max",
      SettingType.number(1, 1_000_000),
      "10000",
      "how many containers there may be, in all databases together"),
  PARTITIONS_PER_CONTAINER(
      "partitions-per-container",
      SettingType.number(1, 100),
      "1",
      "how many partition key ranges a new container has at least; its throughput may ask for"
          + " more");

  private final String key;
  private final SettingType kind;
  private final String defaultText;
  private final String help;

  Setting(String key, SettingType kind, String defaultText, String help) {
    this.key = key;
    this.kind = kind;
    this.defaultText = defaultText;
    this.help = help;
  }

  public String key() {
    return key;
  }

  public SettingType kind() {
    return kind;
  }

  /** The default; empty if it depends on other settings. */
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

  /** The setting of that name. */
  public static Optional<Setting> ofKey(String key) {
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
