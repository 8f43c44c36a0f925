package dev.mayfly.net.tls;

import static java.util.Objects.requireNonNull;

import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * How the connections of a port are encrypted.
 *
 * @param context may complete later: until then clients that speak TLS wait; if it fails they are
 *     closed
 * @param handshakeTime that a handshake may take
 */
public record TlsSettings(
    TlsMode mode, CompletableFuture<SslContext> context, Duration handshakeTime) {
  /** For a port without TLS. */
  public static final TlsSettings NONE =
      new TlsSettings(TlsMode.NONE, new CompletableFuture<>(), Duration.ZERO);

  public TlsSettings {
    requireNonNull(mode, "mode");
    requireNonNull(context, "context");
    if (mode != TlsMode.NONE && (handshakeTime.isZero() || handshakeTime.isNegative())) {
      throw new IllegalArgumentException(
          "handshakeTime is " + handshakeTime + ": it must be positive");
    }
  }
}
