package dev.mayfly.cosmos.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.RawClient.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of good will see. */
class HttpPortTest extends PortFixture {
  @BeforeEach
  void openPort() throws IOException {
    open(HttpLimits.DEFAULT);
  }

  @Test
  void everyAnswerCarriesWhatClientsLookFor() throws Exception {
    try (RawClient client = connect()) {
      Answer answer =
          client
              .send("GET /a?b=c HTTP/1.1\r\nHost: here:1\r\nx-ms-activity-id: abc-1\r\n\r\n")
              .read();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("GET /a ");
      assertThat(answer.headers())
          .containsEntry("x-ms-request-charge", "1.24")
          .containsEntry("x-ms-activity-id", "abc-1")
          .containsEntry("x-ms-serviceversion", "version=2.14.0.0")
          .containsEntry("x-ms-gatewayversion", "version=2.14.0")
          .containsEntry("content-type", "application/json")
          .containsEntry("content-length", "7")
          .containsEntry("x-scheme", "http")
          .containsEntry("x-host", "here:1")
          .containsKeys("date", "x-ms-version", "x-ms-schemaversion")
          .doesNotContainKeys("strict-transport-security", "connection");
      assertThat(answer.header("date")).matches("\\w{3}, \\d{1,2} \\w{3} \\d{4} [\\d:]{8} GMT");
      assertThat(client.get("/").read().header("x-ms-activity-id")).hasSize(36);
    }
  }

  @Test
  void aConnectionServesManyRequestsOneAfterTheOther() throws Exception {
    try (RawClient client = connect()) {
      for (int i = 0; i < 100; i++) {
        assertThat(client.post("/" + i, "", "é" + i).read().body())
            .isEqualTo("POST /" + i + " é" + i);
      }
    }
  }

  @Test
  void answersComeInTheOrderOfTheRequestsWhateverIsReadyFirst() throws Exception {
    try (RawClient client = connect()) {
      client.get("/later/1").get("/2").get("/later/3").get("/4");
      Exchange first = awaitLater();
      Exchange third = awaitLater();
      assertThat(first.request().path()).isEqualTo("/later/1");
      CompletableFuture.runAsync(() -> third.respond(echo(third.request()))).join();
      CompletableFuture.runAsync(() -> first.respond(echo(first.request()))).join();
      List<String> bodies = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        bodies.add(client.read().body());
      }
      assertThat(bodies).containsExactly("GET /later/1 ", "GET /2 ", "GET /later/3 ", "GET /4 ");
    }
  }

  @Test
  void manyRequestsAtOnceAreAllAnswered() throws Exception {
    try (RawClient client = connect()) {
      StringBuilder requests = new StringBuilder();
      int count = 2000;
      for (int i = 0; i < count; i++) {
        requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: h\r\n\r\n");
      }
      CompletableFuture<Void> sent =
          CompletableFuture.runAsync(
              () -> {
                try {
                  client.send(requests.toString());
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      for (int i = 0; i < count; i++) {
        assertThat(client.read().body()).isEqualTo("GET /" + i + " ");
      }
      sent.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void aRequestMayComeByteByByte() throws Exception {
    try (RawClient client = connect()) {
      byte[] request =
          "POST /slow HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc".getBytes(UTF_8);
      for (byte b : request) {
        client.send(new byte[] {b});
      }
      assertThat(client.read().body()).isEqualTo("POST /slow abc");
    }
  }

  @Test
  void aBodyMayComeInChunks() throws Exception {
    try (RawClient client = connect()) {
      client.send(
          "PUT /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n");
      assertThat(client.read().body()).isEqualTo("PUT /c abcde");
      assertThat(client.get("/next").read().body()).isEqualTo("GET /next ");
    }
  }

  @Test
  void largeBodiesGoBothWays() throws Exception {
    String large = "x".repeat(3_000_000);
    try (RawClient client = connect()) {
      assertThat(client.post("/l", "", large).read().body()).isEqualTo("POST /l " + large);
      assertThat(client.get("/next").read().status()).isEqualTo(200);
    }
  }

  @Test
  void headIsAnsweredWithoutBody() throws Exception {
    try (RawClient client = connect()) {
      client.send("HEAD /h HTTP/1.1\r\nHost: h\r\n\r\n").get("/next");
      Answer head = client.readHead();
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("content-length")).isEqualTo("8");
      assertThat(client.read().body()).isEqualTo("GET /next ");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304})
  void someAnswersHaveNoBodyAndNoLength(int status) throws Exception {
    try (RawClient client = connect()) {
      Answer answer = client.get("/status/" + status).get("/next").read();
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.headers()).doesNotContainKeys("content-length", "content-type");
      assertThat(client.read().body()).isEqualTo("GET /next ");
    }
  }

  @Test
  void anAnswerWithoutBodySaysSo() throws Exception {
    try (RawClient client = connect()) {
      Answer answer = client.get("/status/201").read();
      assertThat(answer.headers())
          .containsEntry("content-length", "0")
          .containsEntry("x-ms-request-charge", "0")
          .doesNotContainKey("content-type");
    }
  }

  @Test
  void whoWaitsForAGoAheadGetsIt() throws Exception {
    try (RawClient client = connect()) {
      String head =
          "POST /e HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n";
      client.get("/later").send(head);
      Exchange first = awaitLater();
      first.respond(echo(first.request()));
      assertThat(client.read().body()).isEqualTo("GET /later ");
      assertThat(client.readHead().status()).isEqualTo(100);
      assertThat(client.send("ok").read().body()).isEqualTo("POST /e ok");
    }
  }

  @Test
  void whoAsksForTheEndOfTheConnectionGetsIt() throws Exception {
    try (RawClient client = connect()) {
      client.send("GET /x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
      assertThat(client.read().header("connection")).isEqualTo("close");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void oldClientsAreAnsweredOnceOrAsTheyAsk() throws Exception {
    try (RawClient client = connect()) {
      Answer kept = client.send("GET /x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").read();
      assertThat(kept.header("connection")).isEqualTo("keep-alive");
      assertThat(kept.header("x-host")).isEqualTo("localhost:" + port.port());
      assertThat(client.send("GET /x HTTP/1.0\r\n\r\n").read().status()).isEqualTo(200);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void aProxysWholeAddressIsTakenForItsPath() throws Exception {
    try (RawClient client = connect()) {
      client.send("GET http://else:1/p/q?r HTTP/1.1\r\nHost: h\r\n\r\n");
      assertThat(client.read().body()).isEqualTo("GET /p/q ");
    }
  }

  @Test
  void whoHasSaidAllIsStillAnswered() throws Exception {
    try (RawClient client = connect()) {
      client.get("/later").get("/2").shutDownOutput();
      Exchange first = awaitLater();
      first.respond(echo(first.request()));
      assertThat(client.read().body()).isEqualTo("GET /later ");
      assertThat(client.read().body()).isEqualTo("GET /2 ");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void closingAnswersWhatWasAsked() throws Exception {
    try (RawClient client = connect();
        RawClient idle = connect()) {
      idle.get("/").read();
      client.get("/later");
      Exchange exchange = awaitLater();
      CompletableFuture<Void> closed = CompletableFuture.runAsync(port::close);
      assertThat(idle.isEnded()).isTrue();
      exchange.respond(echo(exchange.request()));
      Answer answer = client.read();
      assertThat(answer.body()).isEqualTo("GET /later ");
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(client.isEnded()).isTrue();
      closed.get(20, TimeUnit.SECONDS);
    }
  }
}
