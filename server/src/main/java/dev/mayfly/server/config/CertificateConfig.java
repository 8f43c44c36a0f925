package dev.mayfly.server.config;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.tls.TlsOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What connections are encrypted with.
 *
 * @param directory where the certificate that the server makes is kept; empty = nowhere
 * @param own certificate of the owner's, with its key, used instead
 * @param names more names that the certificate that the server makes is valid for
 */
public record CertificateConfig(
    Optional<Path> directory, Optional<Path> own, Optional<Path> ownKey, List<String> names) {
  static final String IN_DATA = "tls";

  public CertificateConfig {
    requireNonNull(directory, "directory");
    requireNonNull(own, "own");
    requireNonNull(ownKey, "ownKey");
    names = List.copyOf(names);
    if (own.isPresent() != ownKey.isPresent()) {
      throw new ConfigException(
          "cosmos-certificate and cosmos-certificate-key go together: give both, or none to let"
              + " the server make a certificate");
    }
  }

  /** The same for the network layer. */
  public TlsOptions tlsOptions() {
    TlsOptions made = directory.map(TlsOptions::in).orElse(TlsOptions.DEFAULT);
    TlsOptions named = made.withExtraNames(names);
    return own.isPresent() ? named.withOwn(own.get(), ownKey.get()) : named;
  }
}
