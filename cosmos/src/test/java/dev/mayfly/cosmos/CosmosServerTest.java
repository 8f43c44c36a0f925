package dev.mayfly.cosmos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.RawClient;
import dev.mayfly.cosmos.http.RawClient.Answer;
import dev.mayfly.cosmos.http.TrustingContext;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.net.tls.TlsException;
import dev.mayfly.net.tls.TlsOptions;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server as a whole, without what single resources do. */
class CosmosServerTest {
  private Engine engine;

  @BeforeEach
  void openEngine() {
    engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.fromWallClock(),
            EngineOptions.DEFAULT.withoutBackground());
  }

  @AfterEach
  void closeEngine() {
    engine.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/_explorer/emulator.pem", "/mayfly-cert.pem"})
  void whoFetchesTheCertificateCanTrustIt(String path) throws Exception {
    try (CosmosServer server = CosmosServer.start(engine, CosmosOptions.defaults())) {
      Answer pem;
      try (RawClient client = RawClient.plain(server.port())) {
        pem = client.get(path).read();
        assertThat(pem.header("content-type")).isEqualTo("application/x-pem-file");
      }
      try (RawClient client = RawClient.secure(server.port(), TrustingContext.of(pem.body()))) {
        assertThat(client.get(path).read().body()).isEqualTo(pem.body());
        assertThat(
                client
                    .send("DELETE " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .read()
                    .status())
            .isEqualTo(405);
      }
    }
  }

  @Test
  void whoDoesNotSignIsRefused() throws Exception {
    try (CosmosServer server = CosmosServer.start(engine, CosmosOptions.defaults());
        RawClient client = RawClient.plain(server.port())) {
      Answer answer = client.get("/dbs").read();
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.body()).contains("\"code\":\"Unauthorized\"", "authorization is missing");
    }
  }

  @Test
  void aPortCanBeHadAgainAfterClosing() throws Exception {
    int port;
    try (CosmosServer server = CosmosServer.start(engine, CosmosOptions.defaults())) {
      port = server.port();
      CosmosOptions same = CosmosOptions.defaults().withAddress("127.0.0.1", port);
      assertThatThrownBy(() -> CosmosServer.start(engine, same)).isInstanceOf(IOException.class);
    }
    CosmosOptions same = CosmosOptions.defaults().withAddress("127.0.0.1", port);
    try (CosmosServer server = CosmosServer.start(engine, same)) {
      assertThat(server.port()).isEqualTo(port);
    }
  }

  @Test
  void anOwnCertificateThatIsNotThereIsReportedAtOnce(@TempDir Path directory) {
    CosmosOptions options =
        CosmosOptions.defaults()
            .withTls(
                TlsOptions.DEFAULT.withOwn(directory.resolve("c.pem"), directory.resolve("k.pem")));
    assertThatThrownBy(() -> CosmosServer.start(engine, options))
        .isInstanceOf(TlsException.class)
        .hasMessageContaining("k.pem");
  }
}
