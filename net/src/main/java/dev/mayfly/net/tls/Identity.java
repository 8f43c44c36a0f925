package dev.mayfly.net.tls;

import static java.util.Objects.requireNonNull;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLException;

/** A key and the certificates that vouch for it, the key's own first. */
public record Identity(PrivateKey key, List<X509Certificate> chain) {
  private static final int LINE_LENGTH = 64;

  public Identity {
    requireNonNull(key, "key");
    chain = List.copyOf(chain);
  }

  /** The certificates as text, for clients that want to trust them. */
  public String certificatePem() {
    StringBuilder pem = new StringBuilder();
    try {
      for (X509Certificate certificate : chain) {
        append(pem, "CERTIFICATE", certificate.getEncoded());
      }
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was read can't be written", e);
    }
    return pem.toString();
  }

  /** Whether the certificate is valid for a host name, or an address that may be in brackets. */
  public boolean isFor(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    boolean inBrackets = name.startsWith("[") && name.endsWith("]");
    String asked = inBrackets ? name.substring(1, name.length() - 1) : name;
    int dot = asked.indexOf('.');
    String wildcard = dot < 0 ? asked : "*" + asked.substring(dot);
    Set<String> names = Certificates.namesOf(chain.get(0));
    return names.containsAll(Certificates.canonical(Set.of(asked))) || names.contains(wildcard);
  }

  /** The key in PEM form, which must stay secret. */
  String keyPem() {
    StringBuilder pem = new StringBuilder();
    append(pem, "PRIVATE KEY", key.getEncoded());
    return pem.toString();
  }

  private static void append(StringBuilder pem, String what, byte[] bytes) {
    pem.append("-----BEGIN ").append(what).append("-----\n");
    pem.append(
        Base64.getMimeEncoder(LINE_LENGTH, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(bytes));
    pem.append("\n-----END ").append(what).append("-----\n");
  }

  /** The native library where it works: requests cost clearly less than with Java's own. */
  private static SslProvider provider() {
    return OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
  }

  public SslContext sslContext() {
    try {
      return SslContextBuilder.forServer(key, chain)
          .sslProvider(provider())
          // The key is put into a store in memory and taken out again. PKCS#12, the default, would
          // derive a key from a password for each of both: 0.1 s.
          .keyStoreType("JKS")
          .clientAuth(ClientAuth.NONE)
          // Clients show no certificates. Without this the JDK would read all it trusts: that is
          // slow.
          .trustManager(new NoClientCertificates())
          .applicationProtocolConfig(ApplicationProtocolConfig.DISABLED)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("the certificate can't be used: " + e.getMessage(), e);
    }
  }
}
