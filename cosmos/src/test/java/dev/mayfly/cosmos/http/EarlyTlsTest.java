package dev.mayfly.cosmos.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens to a client that speaks TLS before there is a certificate. */
class EarlyTlsTest extends PortFixture {
  private static final byte[] HELLO = {22, 3, 1, 0};

  private final CompletableFuture<SslContext> tls = new CompletableFuture<>();

  @BeforeEach
  void openPort() throws Exception {
    open(HttpLimits.DEFAULT, tls);
  }

  @Test
  void plainHttpDoesNotWaitForIt() throws Exception {
    try (RawClient client = connect()) {
      assertThat(client.get("/").read().status()).isEqualTo(200);
    }
  }

  @Test
  void whoWaitedIsServedThen() throws Exception {
    var trusting = TrustingContext.of(IDENTITY.certificatePem());
    var early =
        CompletableFuture.supplyAsync(
            () -> {
              try (RawClient client = RawClient.secure(port.port(), trusting)) {
                return client.get("/").read().status();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    plainHttpDoesNotWaitForIt();
    assertThat(early).isNotDone();
    tls.complete(IDENTITY.sslContext());
    assertThat(early.join()).isEqualTo(200);
  }

  @Test
  void whoWaitedInVainIsClosed() throws Exception {
    try (RawClient client = connect()) {
      client.send(HELLO);
      tls.completeExceptionally(new IllegalStateException("no certificate"));
      assertThat(client.isCut()).isTrue();
    }
  }
}
