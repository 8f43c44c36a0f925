package dev.mayfly.server;

import dev.mayfly.cosmos.tls.Certificates;
import dev.mayfly.cosmos.tls.TlsException;
import dev.mayfly.cosmos.tls.TlsOptions;
import dev.mayfly.server.config.CertificateConfig;
import dev.mayfly.server.config.ConfigException;
import io.netty.handler.ssl.SslContext;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What connections are encrypted with, as the configuration asks. */
final class Certificate {
  private static final Logger LOG = LoggerFactory.getLogger(Certificate.class);

  private Certificate() {}

  static TlsOptions options(CertificateConfig config) {
    TlsOptions made = config.directory().map(TlsOptions::in).orElse(TlsOptions.DEFAULT);
    TlsOptions named = made.withExtraNames(config.names());
    return config.own().isPresent()
        ? named.withOwn(config.own().get(), config.ownKey().get())
        : named;
  }

  /** One from elsewhere is looked at now, so that a wrong one is told; else it comes later. */
  static CompletableFuture<SslContext> load(CertificateConfig config) {
    TlsOptions options = options(config);
    if (options.own().isPresent()) {
      try {
        return CompletableFuture.completedFuture(now(options));
      } catch (TlsException e) {
        throw new ConfigException(e.getMessage(), e);
      }
    }
    CompletableFuture<SslContext> made = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                made.complete(now(options));
              } catch (RuntimeException | Error e) {
                LOG.error("There is no certificate, so only plain connections are served", e);
                made.completeExceptionally(e);
              }
            },
            "mayfly-tls");
    thread.setDaemon(true);
    thread.start();
    return made;
  }

  private static SslContext now(TlsOptions options) {
    return Certificates.load(options, Instant.now()).sslContext();
  }
}
