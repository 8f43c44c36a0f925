package dev.mayfly.server.config;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What listens for clients of Azure Cosmos DB.
 *
 * @param bind address or name of the interface
 * @param port 0 = any free port
 * @param key the account's primary key in base64; empty = the one that the emulator's clients know
 * @param tlsDirectory where the certificate that the server makes is kept; empty = nowhere
 * @param certificate of the owner's, with its key, used instead
 * @param certificateNames more names that the certificate that the server makes is valid for
 */
public record CosmosConfig(
    String bind,
    int port,
    Optional<String> key,
    Optional<String> secondaryKey,
    Optional<String> readOnlyKey,
    Optional<String> secondaryReadOnlyKey,
    Optional<Path> tlsDirectory,
    Optional<Path> certificate,
    Optional<Path> certificateKey,
    List<String> certificateNames) {
  static final String TLS_IN_DATA = "tls";

  public CosmosConfig {
    requireNonNull(bind, "bind");
    requireNonNull(key, "key");
    requireNonNull(secondaryKey, "secondaryKey");
    requireNonNull(readOnlyKey, "readOnlyKey");
    requireNonNull(secondaryReadOnlyKey, "secondaryReadOnlyKey");
    requireNonNull(tlsDirectory, "tlsDirectory");
    requireNonNull(certificate, "certificate");
    requireNonNull(certificateKey, "certificateKey");
    certificateNames = List.copyOf(certificateNames);
    if (certificate.isPresent() != certificateKey.isPresent()) {
      throw new ConfigException(
          "cosmos-certificate and cosmos-certificate-key go together: give both, or none to let"
              + " the server make a certificate");
    }
    if (key.isEmpty() && !isLoopback(bind)) {
      throw new ConfigException(
          "cosmos-bind is '"
              + bind
              + "', which other machines can reach, and everybody knows the emulator's key: set"
              + " MAYFLY_COSMOS_KEY to a key of your own (openssl rand -base64 48), or leave"
              + " cosmos-bind out");
    }
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
