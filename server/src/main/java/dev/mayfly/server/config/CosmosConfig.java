package dev.mayfly.server.config;

import static java.util.Objects.requireNonNull;

import dev.mayfly.cosmos.auth.AccountKeys;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * What listens for clients of Azure Cosmos DB.
 *
 * @param bind address or name of the interface
 * @param port 0 = any free port
 * @param key the account's primary key in base64; empty = the one that the emulator's clients know
 * @param certificate what the connections are encrypted with
 */
public record CosmosConfig(
    String bind,
    int port,
    Optional<String> key,
    Optional<String> secondaryKey,
    Optional<String> readOnlyKey,
    Optional<String> secondaryReadOnlyKey,
    CertificateConfig certificate) {

  public CosmosConfig {
    requireNonNull(bind, "bind");
    requireNonNull(key, "key");
    requireNonNull(secondaryKey, "secondaryKey");
    requireNonNull(readOnlyKey, "readOnlyKey");
    requireNonNull(secondaryReadOnlyKey, "secondaryReadOnlyKey");
    requireNonNull(certificate, "certificate");
    if (keys(key, secondaryKey, readOnlyKey, secondaryReadOnlyKey).isPublic()
        && !isLoopback(bind)) {
      throw new ConfigException(
          "cosmos-bind is '"
              + bind
              + "', which other machines can reach, and everybody knows the emulator's key: set"
              + " MAYFLY_COSMOS_KEY to a key of your own (openssl rand -base64 48), or leave"
              + " cosmos-bind out");
    }
  }

  /** The account's keys. */
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
