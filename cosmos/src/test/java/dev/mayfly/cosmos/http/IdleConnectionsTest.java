package dev.mayfly.cosmos.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections without a valid request make way for others. */
class IdleConnectionsTest extends PortFixture {
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofMinutes(1);

  private final List<RawClient> idle = new ArrayList<>();

  @AfterEach
  void closeClients() throws IOException {
    for (RawClient client : idle) {
      client.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET /",
        "GET / HTTP/1.1\r\nHost: h\r\n",
        "GET /unauthorized HTTP/1.1\r\nHost: h\r\n\r\n",
        "\u0016\u0003\u0001",
      })
  void doNotShutOthersOut(String sent) throws Exception {
    open(HttpLimits.DEFAULT.withConnectionsMax(64));
    try (RawClient early = connect()) {
      assertThat(early.get("/").read().status()).isEqualTo(200);
      for (int i = 0; i < 80; i++) {
        RawClient client = connect();
        idle.add(client);
        client.send(sent);
      }
      // Each loop admits its connections itself: the late ones come when all these are admitted.
      Await.until("all but a quarter of the limit are closed", () -> cut() == 80 - 64 / 4);
      for (int i = 0; i < 20; i++) {
        try (RawClient late = connect()) {
          assertThat(late.get("/").read().status()).isEqualTo(200);
        }
      }
      assertThat(early.get("/").read().status()).as("who was there before").isEqualTo(200);
    }
  }

  private int cut() throws IOException {
    int cut = 0;
    for (RawClient client : idle) {
      cut += client.isCutNow() ? 1 : 0;
    }
    return cut;
  }

  @Test
  void haveLessTime() throws Exception {
    open(HttpLimits.DEFAULT.withUnauthenticatedTime(SHORT));
    try (RawClient silent = connect();
        RawClient refused = connect();
        RawClient client = connect()) {
      assertThat(client.get("/").read().status()).isEqualTo(200);
      assertThat(refused.get("/unauthorized").read().status()).isEqualTo(401);
      assertThat(silent.isEnded()).isTrue();
      assertThat(refused.isEnded()).isTrue();
      assertThat(client.get("/").read().status()).as("much time has passed").isEqualTo(200);
    }
  }

  @Test
  void whoLeavesRefusalsUnreadIsNotReadEither() throws Exception {
    open(HttpLimits.DEFAULT.withTimes(LONG, LONG, LONG, SHORT));
    byte[] requests = "GET /unauthorized HTTP/1.1\r\nHost: h\r\n\r\n".repeat(1000).getBytes();
    try (RawClient client = RawClient.small(port.port())) {
      long sent = 0;
      try {
        while (sent < 1 << 30) {
          client.send(requests);
          sent += requests.length;
        }
      } catch (IOException e) {
        // The server has closed the connection.
      }
      assertThat(sent).as("bytes that the server took").isLessThan(64 << 20);
    }
  }
}
