package dev.mayfly.cosmos.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.RawClient.Answer;
import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Everything has a limit, and exceeding it is an error for the client. */
class HttpLimitsTest extends PortFixture {
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void aLongPathIsRefused() throws Exception {
    open(HttpLimits.DEFAULT);
    try (RawClient client = connect()) {
      Answer answer = client.get("/" + "x".repeat(9000)).read();
      assertThat(answer.status()).isEqualTo(414);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void largeHeadersAreRefused() throws Exception {
    open(HttpLimits.DEFAULT);
    String header = "x-header-%d: " + "x".repeat(9000) + "\r\n";
    try (RawClient client = connect()) {
      client.send("GET / HTTP/1.1\r\nHost: h\r\n" + header.formatted(0) + "\r\n");
      assertThat(client.read().status()).as("a header as long as a token").isEqualTo(200);
      client.send("GET / HTTP/1.1\r\nHost: h\r\n");
      for (int i = 0; i < 8; i++) {
        client.send(header.formatted(i));
      }
      Answer answer = client.send("\r\n").read();
      assertThat(answer.status()).isEqualTo(431);
      assertThat(answer.body()).contains("\"code\":\"RequestHeaderFieldsTooLarge\"");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void aLargeBodyIsRefusedBeforeItIsRead() throws Exception {
    open(HttpLimits.DEFAULT);
    try (RawClient client = connect()) {
      client.send(
          "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 4194305\r\n\r\n");
      Answer answer = client.read();
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.body())
          .contains("\"code\":\"RequestEntityTooLarge\"", "Request size is too large");
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void whoSendsALargeBodyAnywaySeesTheAnswer() throws Exception {
    open(HttpLimits.DEFAULT);
    try (RawClient client = connect()) {
      client.post("/", "", "x".repeat(6_000_000));
      assertThat(client.read().status()).isEqualTo(413);
      assertThat(client.shutDownOutput().isEnded()).isTrue();
    }
  }

  @Test
  void aBodyOfManyChunksIsCountedToo() throws Exception {
    open(HttpLimits.DEFAULT.withBodies(1000, 10_000));
    try (RawClient client = connect()) {
      client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send(("1f4\r\n" + "x".repeat(500) + "\r\n").repeat(2) + "1\r\nx\r\n");
      assertThat(client.read().status()).isEqualTo(413);
    }
    awaitNothingTaken();
  }

  @Test
  void aBodyInTinyChunksIsRefused() throws Exception {
    open(HttpLimits.DEFAULT);
    String head = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
    try (RawClient client = connect()) {
      client.send(head + "1\r\nx\r\n".repeat(1000) + "0\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      client.send(head + ("10\r\n" + "x".repeat(16) + "\r\n").repeat(10_000) + "0\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      client.send(head + "1\r\nx\r\n".repeat(2000) + "0\r\n\r\n");
      RawClient.Answer refused = client.read();
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body()).contains("chunks of the body are too small");
      assertThat(client.isEnded()).isTrue();
    }
    awaitNothingTaken();
  }

  @Test
  void theLargestBodyIsTaken() throws Exception {
    open(HttpLimits.DEFAULT.withBodies(1000, 10_000));
    try (RawClient client = connect()) {
      assertThat(client.post("/", "", "x".repeat(1000)).read().status()).isEqualTo(200);
      assertThat(client.post("/", "", "x".repeat(1001)).read().status()).isEqualTo(413);
    }
  }

  @Test
  void bodiesOfAllConnectionsTogetherAreBounded() throws Exception {
    open(HttpLimits.DEFAULT.withBodies(1 << 20, 1_500_000));
    String large = "x".repeat(1 << 20);
    try (RawClient first = connect();
        RawClient second = connect()) {
      first.post("/later", "", large);
      Exchange exchange = awaitLater();
      Answer refused = second.post("/", "", large).read();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body()).contains("\"code\":\"ServiceUnavailable\"");
      exchange.respond(echo(exchange.request()));
      assertThat(first.read().status()).isEqualTo(200);
      assertThat(first.post("/", "", large).read().status()).isEqualTo(200);
      first.post("/later", "", large);
    }
    Exchange left = awaitLater();
    left.respond(echo(left.request()));
    awaitNothingTaken();
  }

  @Test
  void aBodyCountsUntilItsHandlerIsDoneEvenIfItsClientHangsUp() throws Exception {
    open(HttpLimits.DEFAULT.withBodies(1000, 1500).withConnectionsMax(1));
    String large = "x".repeat(1000);
    RawClient gone = connect();
    gone.post("/later", "", large);
    Exchange exchange = awaitLater();
    gone.hangUp();
    Await.until("a place for another connection", this::isServed);
    assertThat(port.bodies().held()).isEqualTo(1000);
    exchange.respond(echo(exchange.request()));
    awaitNothingTaken();
  }

  private void awaitNothingTaken() {
    Await.until("no bytes of bodies held", () -> port.bodies().held() == 0);
  }

  @Test
  void tooManyConnectionsAreClosed() throws Exception {
    open(HttpLimits.DEFAULT.withConnectionsMax(2));
    try (RawClient first = connect()) {
      assertThat(first.get("/").read().status()).isEqualTo(200);
      try (RawClient second = connect()) {
        assertThat(second.get("/").read().status()).isEqualTo(200);
        try (RawClient third = connect()) {
          assertThat(third.isCut()).isTrue();
        }
        assertThat(first.get("/").read().status()).isEqualTo(200);
      }
    }
    Await.until("a place for another connection", this::isServed);
  }

  private boolean isServed() {
    try (RawClient client = connect()) {
      client.get("/").read();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void anEmptyLineAfterARequestIsNotTheNextOne() throws Exception {
    open(HttpLimits.DEFAULT.withTimes(SHORT, LONG, LONG, LONG));
    try (RawClient client = connect();
        RawClient slow = connect()) {
      client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      client.send("\r\n\n");
      assertThat(client.get("/").read().status()).isEqualTo(200);
      client.send("\r\n");
      slow.send("\r\nG");
      assertThat(slow.read().status()).as("much time has passed").isEqualTo(408);
      assertThat(client.get("/").read().status()).isEqualTo(200);
    }
  }

  @Test
  void aRequestThatDoesNotEndIsRefused() throws Exception {
    open(HttpLimits.DEFAULT.withTimes(SHORT, LONG, LONG, LONG));
    try (RawClient head = connect();
        RawClient body = connect();
        RawClient idle = connect()) {
      idle.get("/").read();
      head.send("GET / HTTP/1.1\r\nHos");
      body.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab");
      Answer answer = head.read();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.body()).contains("\"code\":\"RequestTimeout\"");
      assertThat(head.isEnded()).isTrue();
      assertThat(body.read().status()).isEqualTo(408);
      assertThat(body.isEnded()).isTrue();
      assertThat(idle.get("/").read().status()).as("idling is not slow").isEqualTo(200);
    }
    awaitNothingTaken();
  }

  @Test
  void anAnswerMayTakeLongerThanARequest() throws Exception {
    open(HttpLimits.DEFAULT.withTimes(SHORT, SHORT, LONG, LONG));
    try (RawClient client = connect();
        RawClient idle = connect()) {
      client.get("/later");
      Exchange exchange = awaitLater();
      assertThat(idle.isEnded()).as("much time has passed").isTrue();
      exchange.respond(echo(exchange.request()));
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void whoSaysNothingForLongIsClosed() throws Exception {
    open(HttpLimits.DEFAULT.withTimes(LONG, SHORT, LONG, LONG));
    try (RawClient client = connect();
        RawClient silent = connect()) {
      client.get("/").read();
      assertThat(client.isEnded()).isTrue();
      assertThat(silent.isEnded()).isTrue();
    }
  }

  @Test
  void whoBeginsTlsAndStopsIsClosed() throws Exception {
    open(HttpLimits.DEFAULT.withTimes(LONG, LONG, SHORT, LONG));
    try (RawClient client = connect()) {
      client.send(new byte[] {22, 3, 1, 0});
      assertThat(client.isCut()).isTrue();
    }
  }

  @Test
  void whoDoesNotReadIsNotReadEitherAndThenClosed() throws Exception {
    open(HttpLimits.DEFAULT.withTimes(LONG, LONG, LONG, SHORT));
    try (RawClient client = connect()) {
      client.post("/large", "", "x".repeat(4_000_000));
      StringBuilder many = new StringBuilder();
      for (int i = 0; i < 10; i++) {
        many.append("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4000000\r\n\r\n");
        many.append("x".repeat(4_000_000));
      }
      byte[] bytes = many.toString().getBytes(US_ASCII);
      assertThatThrownBy(() -> client.send(bytes)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void requestsThatAreNotAnsweredAreNotFollowedByOthers() throws Exception {
    open(HttpLimits.DEFAULT.withPipelinedMax(3));
    try (RawClient client = connect();
        RawClient other = connect()) {
      for (int i = 0; i < 10; i++) {
        client.get("/later/" + i);
      }
      for (int i = 0; i < 3; i++) {
        assertThat(awaitLater().request().path()).isEqualTo("/later/" + i);
      }
      assertThat(other.get("/").read().status()).isEqualTo(200);
      assertThat(later).isEmpty();
    }
  }

  @Test
  void heldRequestsGoOnWhenThereIsRoom() throws Exception {
    open(HttpLimits.DEFAULT.withPipelinedMax(3));
    try (RawClient client = connect()) {
      StringBuilder requests = new StringBuilder();
      for (int i = 0; i < 50; i++) {
        requests.append("GET /later/" + i + " HTTP/1.1\r\nHost: h\r\n\r\n");
      }
      client.send(requests.toString()).shutDownOutput();
      for (int i = 0; i < 50; i++) {
        Exchange exchange = awaitLater();
        CompletableFuture.runAsync(() -> exchange.respond(echo(exchange.request())));
        assertThat(client.read().body()).isEqualTo("GET /later/" + i + " ");
      }
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void limitsArePositive() {
    assertThatThrownBy(() -> HttpLimits.DEFAULT.withConnectionsMax(0))
        .hasMessageContaining("connectionsMax");
  }
}
