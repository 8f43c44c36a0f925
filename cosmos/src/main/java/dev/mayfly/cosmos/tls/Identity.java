package dev.mayfly.cosmos.tls;

import static java.util.Objects.requireNonNull;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;

/** A key and the certificates that vouch for it, the key's own first. */
public record Identity(PrivateKey key, List<X509Certificate> chain) {
  private static final int LINE_LENGTH = 64;
  private static final TrustManager TRUSTS_NOBODY = new TrustManager() {};

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

  /** The key as text; nobody else may see it. */
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

  public SslContext sslContext() {
    try {
      return SslContextBuilder.forServer(key, chain)
          .sslProvider(SslProvider.JDK)
          .clientAuth(ClientAuth.NONE)
          // Clients show no certificates. Without this the JDK would read all it trusts: that is
          // slow.
          .trustManager(TRUSTS_NOBODY)
          .applicationProtocolConfig(ApplicationProtocolConfig.DISABLED)
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("the certificate can't be used: " + e.getMessage(), e);
    }
  }
}
