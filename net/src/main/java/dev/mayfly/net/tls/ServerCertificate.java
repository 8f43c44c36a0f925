package dev.mayfly.net.tls;

import static java.util.Objects.requireNonNull;

import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of a server, which may still be being made. All ports of a server share one: two
 * that are made at once would overwrite each other's files.
 */
public final class ServerCertificate {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCertificate.class);

  private final CompletableFuture<Identity> identity = new CompletableFuture<>();
  private final CompletableFuture<SslContext> sslContext = identity.thenApply(Identity::sslContext);

  private final TlsOptions options;
  private final Instant now;
  private final AtomicBoolean begun = new AtomicBoolean();

  private ServerCertificate(TlsOptions options, Instant now) {
    this.options = requireNonNull(options, "options");
    this.now = requireNonNull(now, "now");
  }

  /**
   * Loads the certificate that the options ask for. One that they name is read at once, so that the
   * start fails if it is invalid; one of the server's own is made by {@link #make}.
   *
   * @throws TlsException if a certificate that was named can't be used
   */
  public static ServerCertificate load(TlsOptions options, Instant now) {
    ServerCertificate certificate = new ServerCertificate(options, now);
    if (options.own().isPresent()) {
      certificate.begun.set(true);
      certificate.identity.complete(Certificates.load(options, now));
    }
    return certificate;
  }

  /**
   * Makes it in the background, unless that was begun. For a start it is best called when the ports
   * are open: it takes half as much processor time as the rest, and clients without TLS do not wait
   * for it.
   */
  public ServerCertificate make() {
    if (begun.compareAndSet(false, true)) {
      new DefaultThreadFactory("mayfly-tls", true).newThread(this::complete).start();
    }
    return this;
  }

  private void complete() {
    try {
      identity.complete(Certificates.load(options, now));
    } catch (RuntimeException | Error e) {
      LOG.error("There is no certificate, so only plain connections are served", e);
      identity.completeExceptionally(e);
    }
  }

  /** The key and the certificates; fails if there is none. */
  public CompletableFuture<Identity> identity() {
    return identity;
  }

  /** What connections are encrypted with; fails if there is no certificate. */
  public CompletableFuture<SslContext> sslContext() {
    return sslContext;
  }
}
