package dev.mayfly.cosmos.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.RawClient.Answer;
import java.io.IOException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** TLS and plain HTTP on one port. */
class TlsPortTest extends PortFixture {
  private SSLContext trusting;

  @BeforeEach
  void openPort() throws Exception {
    open(HttpLimits.DEFAULT);
    trusting = TrustingContext.of(IDENTITY.certificatePem());
  }

  @Test
  void bothAreSpoken() throws Exception {
    try (RawClient secure = RawClient.secure(port.port(), trusting);
        RawClient plain = connect()) {
      for (int i = 0; i < 3; i++) {
        Answer answer = secure.post("/s", "", "x".repeat(100_000)).read();
        assertThat(answer.body()).hasSize(100_008);
        assertThat(answer.headers())
            .containsEntry("x-scheme", "https")
            .containsKey("strict-transport-security");
        assertThat(plain.get("/p").read().headers())
            .containsEntry("x-scheme", "http")
            .doesNotContainKey("strict-transport-security");
      }
    }
  }

  @Test
  void badHttpIsRefusedThereToo() throws Exception {
    try (RawClient secure = RawClient.secure(port.port(), trusting)) {
      assertThat(secure.send("nonsense\r\n\r\n").read().status()).isEqualTo(400);
      assertThat(secure.isEnded()).isTrue();
    }
  }

  @Test
  void aLargeBodyIsRefusedThereToo() throws Exception {
    try (RawClient secure = RawClient.secure(port.port(), trusting)) {
      assertThat(secure.post("/", "", "x".repeat(6_000_000)).read().status()).isEqualTo(413);
      assertThat(secure.isCut()).isTrue();
    }
  }

  @Test
  void whoDoesNotTrustTheCertificateIsNotServed() throws Exception {
    assertThatThrownBy(() -> RawClient.secure(port.port(), SSLContext.getDefault()))
        .isInstanceOf(SSLException.class);
    assertPlainIsServed();
  }

  @Test
  void whatOnlyLooksLikeTlsIsClosed() throws Exception {
    try (RawClient client = connect()) {
      client.send(new byte[] {22, 'x', 'y', 'z', 1, 2, 3, 4, 5, 6, 7, 8});
      assertThat(client.isCut()).isTrue();
    }
    assertPlainIsServed();
  }

  @Test
  void closingEndsSecureConnections() throws Exception {
    try (RawClient secure = RawClient.secure(port.port(), trusting)) {
      secure.get("/").read();
      port.close();
      assertThat(secure.isEnded()).isTrue();
    }
  }

  private void assertPlainIsServed() throws IOException {
    try (RawClient plain = connect()) {
      assertThat(plain.get("/").read().status()).isEqualTo(200);
    }
  }
}
