package dev.mayfly.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The certificate that the server makes, keeps and makes again. */
class CertificatesTest {
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

  @TempDir Path directory;

  private Identity load(String... names) {
    return load(NOW, names);
  }

  private Identity load(Instant now, String... names) {
    return Certificates.load(TlsOptions.in(directory).withExtraNames(List.of(names)), now);
  }

  @Test
  void isItsOwnAuthorityForThisMachinesNames() throws Exception {
    Identity identity = load("db.example", "192.0.2.7", "2001:DB8::5");
    X509Certificate certificate = identity.chain().get(0);
    assertThat(Certificates.namesOf(certificate))
        .contains("localhost", "127.0.0.1", "db.example", "192.0.2.7", "2001:db8::5", "::1");
    certificate.verify(certificate.getPublicKey());
    assertThat(certificate.getBasicConstraints()).as("an authority").isNotNegative();
    assertThat(certificate.getKeyUsage()).startsWith(true, false, false, false, false, true, true);
    assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(certificate.getCriticalExtensionOIDs()).contains("2.5.29.15", "2.5.29.19");
    Instant end = certificate.getNotAfter().toInstant();
    assertThat(Duration.between(certificate.getNotBefore().toInstant(), end))
        .isBetween(Duration.ofDays(365), Duration.ofDays(825));
    assertThat(end).isAfter(NOW.plus(Duration.ofDays(365)));

    PKIXParameters trust = new PKIXParameters(Set.of(new TrustAnchor(certificate, null)));
    trust.setRevocationEnabled(false);
    trust.setDate(Date.from(NOW));
    CertPathValidator.getInstance("PKIX")
        .validate(
            CertificateFactory.getInstance("X.509").generateCertPath(identity.chain()), trust);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-04T05:06:07Z", "2048-12-31T00:00:00Z", "2055-01-01T00:00:00Z"})
  void itsTimesAreRightInEveryYear(String time) {
    Instant now = Instant.parse(time);
    X509Certificate certificate = load(now).chain().get(0);
    assertThat(certificate.getNotBefore().toInstant()).isEqualTo(now.minus(Duration.ofDays(1)));
    assertThat(certificate.getNotAfter().toInstant()).isEqualTo(now.plus(Duration.ofDays(819)));
  }

  @Test
  void isKeptWithATrustStoreBesideIt() throws Exception {
    X509Certificate certificate = load().chain().get(0);
    Path key = directory.resolve(Certificates.KEY_FILE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(directory.resolve("mayfly-cert.pem")))
        .startsWith("-----BEGIN CERTIFICATE-----\n")
        .doesNotContain("PRIVATE");
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(directory.resolve("mayfly-truststore.p12"))) {
      store.load(in, "mayfly".toCharArray());
    }
    assertThat(store.getCertificate("mayfly")).isEqualTo(certificate);
    assertThat(directory.toFile().list()).hasSize(3);
  }

  @Test
  void isUsedAgainAtTheNextStart() {
    Identity first = load("a.example", "2001:db8::5");
    assertThat(load("a.example", "2001:DB8:0::5")).isEqualTo(first);
    assertThat(load()).as("more names than needed").isEqualTo(first);
  }

  @Test
  void isMadeAnewForANewName() throws Exception {
    Identity first = load("a.example");
    Identity second = load("b.example");
    assertThat(second).isNotEqualTo(first);
    assertThat(Certificates.namesOf(second.chain().get(0)))
        .contains("b.example")
        .doesNotContain("a.example");
    assertThat(Files.readString(directory.resolve("mayfly-cert.pem")))
        .isEqualTo(second.certificatePem());
    assertThat(load("b.example")).isEqualTo(second);
  }

  @Test
  void isMadeAnewBeforeItEnds() {
    Identity first = load();
    Instant end = first.chain().get(0).getNotAfter().toInstant();
    assertThat(load(end.minus(Duration.ofDays(31)))).isEqualTo(first);
    assertThat(load(end.minus(Duration.ofDays(29)))).isNotEqualTo(first);
  }

  @Test
  void isMadeAnewIfItCannotBeRead() throws Exception {
    Identity first = load();
    Files.writeString(directory.resolve(Certificates.KEY_FILE), "damaged");
    assertThat(load()).isNotEqualTo(first);
  }

  @Test
  void thePublicFilesAreWrittenAgainIfTheyAreGone() throws Exception {
    Identity identity = load();
    Files.delete(directory.resolve("mayfly-cert.pem"));
    Files.delete(directory.resolve("mayfly-truststore.p12"));
    assertThat(load()).isEqualTo(identity);
    assertThat(directory.toFile().list()).hasSize(3);
  }

  @Test
  void withoutADirectoryNothingIsKept() {
    Identity first = Certificates.load(TlsOptions.DEFAULT, NOW);
    assertThat(Certificates.load(TlsOptions.DEFAULT, NOW)).isNotEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "über.example", "-x", "a,b"})
  void aNameThatIsNoneIsRefused(String name) {
    assertThatThrownBy(() -> load(name))
        .isInstanceOf(TlsException.class)
        .hasMessageContaining("'" + name + "'");
  }

  @Test
  void anotherOnesCertificateIsUsed() throws Exception {
    Identity other = load();
    Path chain = Files.writeString(directory.resolve("c.pem"), "text\n" + other.certificatePem());
    Path key = Files.writeString(directory.resolve("k.pem"), other.keyPem());
    Identity own = Certificates.load(TlsOptions.DEFAULT.withOwn(chain, key), NOW);
    assertThat(own).isEqualTo(other);
    assertThat(own.sslContext().isServer()).isTrue();
  }

  @Test
  void aKeyThatIsNotTheCertificatesIsRefused() throws Exception {
    Path chain = Files.writeString(directory.resolve("c.pem"), load().certificatePem());
    Path key =
        Files.writeString(
            directory.resolve("k.pem"), Certificates.load(TlsOptions.DEFAULT, NOW).keyPem());
    assertThatThrownBy(() -> Certificates.load(TlsOptions.DEFAULT.withOwn(chain, key), NOW))
        .isInstanceOf(TlsException.class)
        .hasMessageContaining("is not that of the certificate");
  }

  @Test
  void filesThatHoldSomethingElseAreDistinguished() throws Exception {
    Path chain = Files.writeString(directory.resolve("c.pem"), load().certificatePem());
    Path old =
        Files.writeString(
            directory.resolve("old.pem"),
            "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");
    assertThatThrownBy(() -> Certificates.load(TlsOptions.DEFAULT.withOwn(chain, old), NOW))
        .hasMessageContaining("PKCS#8");
    assertThatThrownBy(() -> Certificates.load(TlsOptions.DEFAULT.withOwn(chain, chain), NOW))
        .hasMessageContaining("no private key");
    Path key = Files.writeString(directory.resolve("k.pem"), load().keyPem());
    assertThatThrownBy(() -> Certificates.load(TlsOptions.DEFAULT.withOwn(key, key), NOW))
        .hasMessageContaining("no certificate");
  }
}
