package dev.mayfly.server.config;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.cosmos.auth.EntraOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What listens for clients of Azure Cosmos DB.
 *
 * @param bind address or name of the interface
 * @param port 0 = any free port
 * @param directPort for clients in direct mode; 0 = any free port; empty = direct mode is off
 * @param allowEmulatorKey whether that key is accepted from other machines too
 * @param key the account's primary key in base64; empty = the one that the emulator's clients know
 * @param certificate what the connections are encrypted with
 * @param defaultThroughput in RU/s, of a container that is created without; 0 = no limit
 * @param entra how tokens of Microsoft Entra ID are checked; empty = none is accepted
 */
public record CosmosConfig(
    String bind,
    int port,
    OptionalInt directPort,
    boolean allowEmulatorKey,
    Optional<String> key,
    Optional<String> secondaryKey,
    Optional<String> readOnlyKey,
    Optional<String> secondaryReadOnlyKey,
    CertificateConfig certificate,
    long defaultThroughput,
    Optional<EntraOptions> entra) {

  public CosmosConfig {
    requireNonNull(bind, "bind");
    requireNonNull(directPort, "directPort");
    requireNonNull(key, "key");
    requireNonNull(secondaryKey, "secondaryKey");
    requireNonNull(readOnlyKey, "readOnlyKey");
    requireNonNull(secondaryReadOnlyKey, "secondaryReadOnlyKey");
    requireNonNull(certificate, "certificate");
    if (entra.isPresent() && entra.get().testTokens() && !isLoopback(bind)) {
      throw new ConfigException(
          "cosmos-bind is '"
              + bind
              + "', which other machines can reach, and anyone can make test tokens: leave"
              + " cosmos-entra-test-tokens out, or cosmos-bind");
    }
    if (defaultThroughput != 0 && (defaultThroughput < 400 || defaultThroughput % 100 != 0)) {
      throw new ConfigException(
          "default-throughput is "
              + defaultThroughput
              + "; it must be 0, or a multiple of 100 of at least 400");
    }
    if (!allowEmulatorKey
        && keys(key, secondaryKey, readOnlyKey, secondaryReadOnlyKey).isPublic()
        && !isLoopback(bind)) {
      throw new ConfigException(
          "cosmos-bind is '"
              + bind
              + "', which other machines can reach, and everybody knows the emulator's key: set"
              + " MAYFLY_COSMOS_KEY to a key of your own (openssl rand -base64 48), or leave"
              + " cosmos-bind out; cosmos-allow-emulator-key lets everybody in who can reach it");
    }
  }

  /** The same on ports that are known by now. */
  public CosmosConfig onPorts(int known, OptionalInt knownDirect) {
    return new CosmosConfig(
        bind,
        known,
        knownDirect,
        allowEmulatorKey,
        key,
        secondaryKey,
        readOnlyKey,
        secondaryReadOnlyKey,
        certificate,
        defaultThroughput,
        entra);
  }

  public AccountKeys keys() {
    return keys(key, secondaryKey, readOnlyKey, secondaryReadOnlyKey);
  }

  private static AccountKeys keys(
      Optional<String> primary,
      Optional<String> secondary,
      Optional<String> readOnly,
      Optional<String> secondaryReadOnly) {
    return new AccountKeys(
        primary.orElse(AccountKeys.EMULATOR.primary()),
        secondary.orElse(null),
        readOnly.orElse(null),
        secondaryReadOnly.orElse(null));
  }

  public boolean isLoopback() {
    return isLoopback(bind);
  }

  private static boolean isLoopback(String bind) {
    try {
      return InetAddress.getByName(bind).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new ConfigException("cosmos-bind is '" + bind + "': this machine does not know it", e);
    }
  }

  /** Keys stay out of logs. */
  @Override
  public String toString() {
    return "CosmosConfig[" + bind + ":" + port + "]";
  }
}
