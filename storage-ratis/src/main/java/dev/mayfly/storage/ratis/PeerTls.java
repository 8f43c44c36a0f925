package dev.mayfly.storage.ratis;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * What nodes prove their identity to each other with (mutual TLS). Files in PEM.
 *
 * @param authority certificate of the cluster's own authority: only what it signed is trusted
 * @param certificate of this node, followed by what is between it and the authority
 * @param key of this node, unencrypted PKCS #8
 */
public record PeerTls(Path authority, Path certificate, Path key) {
  public PeerTls {
    requireNonNull(authority, "authority");
    requireNonNull(certificate, "certificate");
    requireNonNull(key, "key");
  }
}
