package dev.mayfly.net.tls;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/** Makes a certificate that is its own authority: trusting it is enough. */
final class SelfSigned {
  /** Some platforms believe no server's certificate that is valid for more than 825 days. */
  static final Duration VALID = Duration.ofDays(820);

  private SelfSigned() {}

  static Identity make(Collection<String> names, Instant now) throws GeneralSecurityException {
    return CertificateMaker.selfSigned("localhost", names, now, VALID);
  }
}
