package dev.mayfly.cosmos.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.RawClient.Answer;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not HTTP as it should be is refused in the service's form, and hurts nobody else. */
class BadHttpTest extends PortFixture {
  @BeforeEach
  void openPort() throws IOException {
    open(HttpLimits.DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nbad name: x\r\n\r\n",
        "GET / HTTP/x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1x\r\n\r\na",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: identity\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding:\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
            + "Transfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: identity\r\nContent-Length: 3\r\n\r\nabc",
        "POST / HTTP/1.0\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: y\r\nhost: other\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 2\r\n\r\nab",
        "GET / HTTP/1.1\r\nHost: h\r\nSec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n\r\n"
            + "8 bytes.",
        "GET / HTTP/1.1\r\nHost: h\r\nSec-WebSocket-Key1: 1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabcd\r\n0\r\n\r\n",
      })
  void isRefusedAndTheConnectionEnds(String bytes) throws Exception {
    try (RawClient client = connect()) {
      Answer answer = client.send(bytes).read();
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).startsWith("{\"code\":\"BadRequest\",\"message\":\"");
      assertThat(answer.headers())
          .containsEntry("connection", "close")
          .containsEntry("content-type", "application/json")
          .containsKeys("x-ms-activity-id", "x-ms-request-charge");
      assertThat(client.isEnded()).isTrue();
    }
    assertThatOthersAreServed();
  }

  @Test
  void comesAfterTheAnswersToWhatWasGood() throws Exception {
    try (RawClient client = connect()) {
      client.get("/later").send("nonsense\r\n\r\n");
      Exchange first = awaitLater();
      first.respond(echo(first.request()));
      assertThat(client.read().body()).isEqualTo("GET /later ");
      assertThat(client.read().status()).isEqualTo(400);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void chunksMayBeCalledSoInWhateverCase() throws Exception {
    try (RawClient client = connect()) {
      client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n");
      assertThat(client.send("2\r\n{}\r\n0\r\n\r\n").read().body()).isEqualTo("POST / {}");
      assertThat(client.get("/next").read().body()).isEqualTo("GET /next ");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BREW /pot, 405, MethodNotAllowed",
    "get /, 405, MethodNotAllowed",
    "OPTIONS *, 405, MethodNotAllowed",
    "GET relative, 400, BadRequest",
  })
  void aRequestThatIsOnlyUnknownLeavesTheConnectionAlone(String line, int status, String code)
      throws Exception {
    try (RawClient client = connect()) {
      Answer answer = client.send(line + " HTTP/1.1\r\nHost: h\r\n\r\n").read();
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.body()).contains("\"code\":\"" + code + "\"");
      assertThat(client.get("/next").read().body()).isEqualTo("GET /next ");
    }
  }

  @Test
  void aHostMustBeNamed() throws Exception {
    try (RawClient client = connect()) {
      assertThat(client.send("GET / HTTP/1.1\r\n\r\n").read().status()).isEqualTo(400);
      assertThat(client.get("/next").read().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type: text/html",
        "Content-Type: TEXT/HTML; charset=utf-8",
        "Content-Type: multipart/form-data; boundary=x",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Encoding: gzip",
        "Content-Encoding: br",
      })
  void bodiesThatAreNoJsonAreRefused(String header) throws Exception {
    try (RawClient client = connect()) {
      Answer answer = client.post("/", header + "\r\n", "{}").read();
      assertThat(answer.status()).isEqualTo(415);
      assertThat(answer.body()).contains("\"code\":\"UnsupportedMediaType\"");
      assertThat(client.get("/next").read().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Content-Type: application/json\r\n",
        "Content-Type: application/json;charset=utf-8\r\n",
        "Content-Type: application/query+json\r\n",
        "Content-Type: application/json-patch+json\r\n",
        "Content-Type: application/json_patch+json\r\n",
        "Content-Type: application/octet-stream\r\n",
        "Content-Type: text/plain\r\nContent-Encoding: identity\r\n",
        "Content-Type:\r\nContent-Encoding:\r\n",
      })
  void bodiesThatClientsSendAreTaken(String headers) throws Exception {
    try (RawClient client = connect()) {
      assertThat(client.post("/", headers, "{}").read().body()).isEqualTo("POST / {}");
    }
  }

  @Test
  void anExpectationThatNobodyKnowsIsRefused() throws Exception {
    try (RawClient client = connect()) {
      Answer answer = client.post("/", "Expect: wonders\r\n", "{}").read();
      assertThat(answer.status()).isEqualTo(417);
      assertThat(client.isEnded()).isTrue();
    }
  }

  @Test
  void anotherProtocolIsClosed() throws Exception {
    try (RawClient client = connect()) {
      client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      assertThat(client.isCut()).isTrue();
    }
    assertThatOthersAreServed();
  }

  @Test
  void anEmptyLineBeforeARequestIsOverlooked() throws Exception {
    try (RawClient client = connect()) {
      assertThat(client.send("\r\n\r\n").get("/x").read().body()).isEqualTo("GET /x ");
    }
  }

  @Test
  void aRequestThatBreaksOffIsDropped() throws Exception {
    try (RawClient client = connect()) {
      client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc").shutDownOutput();
      assertThat(client.isEnded()).isTrue();
    }
    assertThatOthersAreServed();
  }

  @Test
  void anythingAtAllIsAnsweredOrClosed() throws Exception {
    long seed = Seeds.seed(BadHttpTest.class);
    Random random = new Random(seed);
    String[] parts = {
      "GET ",
      "POST ",
      "/",
      "HTTP/1.1",
      "\r\n",
      "\r\n\r\n",
      "Host: h",
      "Content-Length: 5",
      ": ",
      "Transfer-Encoding: chunked",
      "0\r\n",
      "5\r\nabcde\r\n",
      "\0",
      "\n",
      "Expect: 100-continue",
      "Connection: close",
      "ÿ",
      "\t",
      " ",
      "HTTP/1.0",
      "HEAD ",
    };
    for (int i = 0; i < 150; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(30); n >= 0; n--) {
        text.append(parts[random.nextInt(parts.length)]);
      }
      try (RawClient client = connect()) {
        client.send(text.toString()).shutDownOutput();
        assertThat(client.isCut()).as("seed %d: %s", seed, text).isTrue();
      }
    }
    assertThatOthersAreServed();
    Await.until("no bytes of bodies held", () -> port.bodies().held() == 0);
  }

  private void assertThatOthersAreServed() throws IOException {
    try (RawClient other = connect()) {
      assertThat(other.get("/other").read().body()).isEqualTo("GET /other ");
    }
  }
}
