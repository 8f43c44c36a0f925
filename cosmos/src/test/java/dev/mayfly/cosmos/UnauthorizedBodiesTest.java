package dev.mayfly.cosmos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.HttpLimits;
import dev.mayfly.cosmos.http.RawClient;
import dev.mayfly.cosmos.http.RawClient.Answer;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A request that is not authorized is answered from its head: its body is never kept. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnauthorizedBodiesTest {
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final String HOST = " HTTP/1.1\r\nHost: localhost\r\n";

  private Engine engine;
  private CosmosServer server;

  @BeforeEach
  void start() throws IOException {
    engine =
        Engine.open(
            new MemoryStorage(),
            MovableClock.fromWallClock(),
            EngineOptions.DEFAULT.withoutBackground());
    start(HttpLimits.DEFAULT);
  }

  private void start(HttpLimits limits) throws IOException {
    if (server != null) {
      server.close();
    }
    server = CosmosServer.start(engine, CosmosOptions.defaults().withLimits(limits));
  }

  @AfterEach
  void stop() {
    server.close();
    engine.close();
  }

  private RawClient connect() throws IOException {
    return RawClient.plain(server.port());
  }

  private static RawClient create(RawClient client, String parent, String type, String body)
      throws Exception {
    String path = (parent.isEmpty() ? "" : "/" + parent) + "/" + type;
    return client.post(path, SignedHeaders.of("POST", type, parent), body);
  }

  @Test
  void halfSentBodiesLeaveTheBudgetToOthers() throws Exception {
    String head = "POST /dbs/d/colls/c/docs" + HOST + "Content-Length: 4194304\r\n\r\n";
    byte[] half = new byte[(2 << 20) + 1000];
    List<RawClient> attackers = new ArrayList<>();
    try (RawClient client = connect()) {
      for (int i = 0; i < 130; i++) {
        RawClient attacker = connect();
        attackers.add(attacker);
        attacker.send(head).send(half);
      }
      create(client, "", "dbs", "{\"id\":\"d\"}");
      assertThat(client.read().status()).isEqualTo(201);
      create(client, "", "dbs", "{\"id\":\"" + " ".repeat(3 << 20) + "\"}");
      assertThat(client.read().status()).as("a large body, whose id is too long").isEqualTo(400);
      for (RawClient attacker : attackers) {
        assertThat(attacker.read().status()).isEqualTo(401);
      }
    } finally {
      for (RawClient attacker : attackers) {
        attacker.close();
      }
    }
  }

  @Test
  void theAnswerDoesNotWaitForTheBody() throws Exception {
    for (String length : List.of("Content-Length: 10", "Transfer-Encoding: chunked")) {
      try (RawClient client = connect()) {
        Answer answer = client.send("POST /dbs" + HOST + length + "\r\n\r\n").read();
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body())
            .startsWith("{\"code\":\"Unauthorized\",\"message\":\"Required Header authorization");
        assertThat(answer.header("content-type")).isEqualTo("application/json");
      }
    }
  }

  @Test
  void whoWaitsForAGoAheadIsRefusedInstead() throws Exception {
    try (RawClient client = connect()) {
      String head = "POST /dbs" + HOST + "Expect: 100-continue\r\nContent-Length: 10\r\n\r\n";
      Answer answer = client.send(head).read();
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void theConnectionStaysUsableIfTheBodyIsSmall() throws Exception {
    String unsigned = "POST /dbs" + HOST + "Content-Length: 12\r\n\r\n{\"id\":\"bad\"}";
    String get = "GET /dbs" + HOST + SignedHeaders.of("GET", "dbs", "") + "\r\n";
    try (RawClient client = connect()) {
      client.send(unsigned + get + unsigned + get);
      for (int i = 0; i < 2; i++) {
        Answer refused = client.read();
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.header("connection")).isNull();
        Answer listed = client.read();
        assertThat(listed.status()).isEqualTo(200);
        assertThat(listed.body()).contains("\"_count\":0");
      }
    }
  }

  @Test
  void aWrongSignatureIsRefusedFromTheHeadToo() throws Exception {
    try (RawClient client = connect()) {
      client.send(
          "POST /dbs/d/colls"
              + HOST
              + SignedHeaders.of("POST", "dbs", "")
              + "Content-Length: 4000000\r\n\r\n");
      Answer answer = client.read();
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.body()).contains("The wrong key is being used");
      assertThat(answer.header("connection")).isEqualTo("close");
    }
  }

  @Test
  void aRefusedBodyThatDoesNotEndIsNotAnsweredTwice() throws Exception {
    start(HttpLimits.DEFAULT.withTimes(SHORT, LONG, LONG, LONG));
    try (RawClient client = connect()) {
      client.send("POST /dbs" + HOST + "Content-Length: 10\r\n\r\n{");
      assertThat(client.read().status()).isEqualTo(401);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void aRefusedBodyIsNotReadForEver() throws Exception {
    try (RawClient client = connect()) {
      client.send("POST /dbs" + HOST + "Transfer-Encoding: chunked\r\n\r\n");
      byte[] chunk = ("10000\r\n" + "x".repeat(1 << 16) + "\r\n").getBytes();
      long sent = 0;
      try {
        while (sent < 1L << 30) {
          client.send(chunk);
          sent += chunk.length;
        }
      } catch (IOException e) {
        // The server has closed the connection.
      }
      assertThat(sent).as("bytes that the server took").isLessThan(64 << 20);
    }
  }
}
