package dev.mayfly.cosmos.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.CosmosServer;
import dev.mayfly.cosmos.http.RawClient;
import dev.mayfly.cosmos.http.RawClient.Answer;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.net.tls.TlsOptions;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Everybody knows the emulator's key, web pages too. What a page makes a browser send is refused
 * whether the page says so in its Origin or its own name was pointed to this machine.
 */
class ForeignHostTest {
  private static final String OWN_KEY = "bWF5Zmx5IG1heWZseSBtYXlmbHkgbWF5Zmx5";

  private Engine engine;

  @BeforeEach
  void open() {
    engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.fromWallClock(),
            EngineOptions.DEFAULT.withoutBackground());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static CosmosOptions emulator() {
    TlsOptions tls = TlsOptions.DEFAULT.withExtraNames(List.of("db.example", "*.wild.example"));
    return CosmosOptions.defaults().withTls(tls);
  }

  /** Creates a database with a right signature. */
  private Answer create(CosmosOptions options, String host, String... headers) throws IOException {
    SigningClient signing =
        new SigningClient(options.keys().primary(), System.currentTimeMillis() / 1000);
    Request request = signing.request("POST", "/dbs", "dbs", "", headers);
    try (CosmosServer server = CosmosServer.start(engine, options);
        RawClient client = RawClient.plain(server.port())) {
      String named = host.replace("PORT", Integer.toString(server.port()));
      request.headers().entries().stream()
          .filter(header -> header.getValue().contains("PORT"))
          .forEach(
              header ->
                  request
                      .headers()
                      .set(
                          header.getKey(),
                          header.getValue().replace("PORT", Integer.toString(server.port()))));
      String body = "{\"id\":\"" + UUID.randomUUID() + "\"}";
      return client.send(SigningClient.text(request, named, body)).read();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:PORT",
        "localhost.evil.example:PORT",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "0.0.0.0:PORT",
        "[::2]:PORT",
        "a.b.wild.example",
        "wild.example",
        "localhost:PORT:1"
      })
  void theEmulatorsKeyIsNotForForeignHosts(String host) throws IOException {
    Answer answer = create(emulator(), host);
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).contains("\"code\":\"Forbidden\"", "MAYFLY_COSMOS_KEY");
    assertThat(engine.databases()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:PORT",
        "127.0.0.1:PORT",
        "127.1.2.3",
        "[::1]:PORT",
        "db.example:443",
        "a.wild.example"
      })
  void loopbackNamesAndThoseOfTheCertificateAreServed(String host) throws IOException {
    assertThat(create(emulator(), host).status()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, http://evil.example",
    "Origin, http://localhost:1",
    "Origin, https://localhost:PORT",
    "Origin, 'null'",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site"
  })
  void theEmulatorsKeyIsNotForPagesOfOthers(String header, String value) throws IOException {
    Answer answer = create(emulator(), "localhost:PORT", header, value);
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.body()).contains("\"code\":\"Forbidden\"", "web page");
    assertThat(engine.databases()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, http://localhost:PORT",
    "Sec-Fetch-Site, same-origin",
    "Sec-Fetch-Site, none"
  })
  void thisPortsOwnPagesAreServed(String header, String value) throws IOException {
    assertThat(create(emulator(), "localhost:PORT", header, value).status()).isEqualTo(201);
  }

  @Test
  void readingIsNotForThemEither() throws IOException {
    try (CosmosServer server = CosmosServer.start(engine, emulator());
        RawClient client = RawClient.plain(server.port())) {
      for (String path : List.of("/", "/mayfly-cert.pem")) {
        String text = "GET " + path + " HTTP/1.1\r\nHost: evil.example\r\n\r\n";
        assertThat(client.send(text).read().status()).as(path).isEqualTo(403);
      }
    }
  }

  @Test
  void theEmulatorsKeyAsASecondOneIsAsPublic() throws IOException {
    AccountKeys keys = new AccountKeys(OWN_KEY, AccountKeys.EMULATOR.primary(), null, null);
    assertThat(create(emulator().withKeys(keys), "evil.example").status()).isEqualTo(403);
  }

  @Test
  void whoHasAKeyOfTheirOwnDecidesUnderWhatNameItIsUsed() throws IOException {
    CosmosOptions own = emulator().withKeys(new AccountKeys(OWN_KEY, null, null, null));
    assertThat(create(own, "proxy.example", "Origin", "https://app.example").status())
        .isEqualTo(201);
  }
}
