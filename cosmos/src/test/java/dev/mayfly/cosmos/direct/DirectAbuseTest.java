package dev.mayfly.cosmos.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.direct.FrameClient.Answer;
import dev.mayfly.cosmos.http.HttpLimits;
import dev.mayfly.engine.Container;
import dev.mayfly.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients of the port of direct mode that are broken, hostile or out of date. */
@Timeout(120)
class DirectAbuseTest {
  private static final int CREATE = 0x01;
  private static final int READ = 0x03;
  private static final int READ_FEED = 0x04;
  private static final int QUERY = 0x0F;
  private static final int BATCH = 0x25;
  private static final int MINIMAL_ANSWER = 0x0082;

  private DirectFixture fixture;

  @BeforeEach
  void start() throws Exception {
    fixture = new DirectFixture();
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private static FrameBuilder create(String id, int transportId) throws Exception {
    return DirectFixture.feed(CREATE, "post", transportId)
        .payload("{\"id\":\"" + id + "\",\"pk\":\"p\"}");
  }

  private static FrameBuilder read(String id) throws Exception {
    return DirectFixture.item(READ, "get", id, 1);
  }

  private void assertServed() throws Exception {
    try (FrameClient other = fixture.open()) {
      assertThat(other.exchange(create("other", 1)).status()).isIn(201, 409);
    }
  }

  private static byte[] together(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  @Test
  void whatIsNoFrameEndsAConnectionAfterTheAnswersThatAreDue() throws Exception {
    byte[] tooLong = read("i").toByteArray();
    tooLong[2] = 2;
    byte[] tooShort = read("i").toByteArray();
    tooShort[0] = 23;
    tooShort[1] = 0;
    byte[] negativePayload = create("i", 1).toByteArray();
    negativePayload[create("i", 1).headBytes() + 3] = (byte) 0x80;
    byte[][] broken = {
      tooLong,
      tooShort,
      negativePayload,
      read("i").raw(new byte[] {0x11, 0, 0x08, (byte) 200, 0, 'x'}).toByteArray(),
      read("i").raw(new byte[] {0x11, 0, 0x1F, 0}).toByteArray(),
      read("i").raw(new byte[] {0x11}).toByteArray(),
      FrameBuilder.context(1).toByteArray(),
    };
    for (byte[] each : broken) {
      try (FrameClient client = fixture.open()) {
        client.exchange(read("i"));
        client.send(together(read("i").toByteArray(), each, read("i").toByteArray()));
        assertThat(client.read().status()).isEqualTo(404);
        assertThat(client.isClosed()).isTrue();
      }
    }
    assertServed();
  }

  @Test
  void manyFramesThatOpenAConnectionCloseIt() throws Exception {
    byte[] context = FrameBuilder.context(1).toByteArray();
    ByteArrayOutputStream flood = new ByteArrayOutputStream();
    for (int i = 0; i < 1000; i++) {
      flood.writeBytes(context);
    }
    try (FrameClient client = fixture.open()) {
      try {
        client.send(flood.toByteArray());
      } catch (SocketException e) {
        // The server may close the connection before the whole flood is sent.
      }
      assertThat(client.isClosed()).isTrue();
    }
    assertServed();
  }

  /** Connections that were only opened are closed for new ones; those in use are not. */
  @Test
  void aFloodOfOpenedConnectionsLeavesRoomForClients() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withConnectionsMax(16);
    try (DirectFixture small = new DirectFixture(CosmosOptions.defaults().withLimits(limits));
        FrameClient honest = small.open()) {
      assertThat(honest.exchange(create("i", 1)).status()).isEqualTo(201);
      List<FrameClient> flood = new ArrayList<>();
      try {
        for (int i = 0; i < 64; i++) {
          flood.add(small.open());
        }
        assertThat(honest.exchange(read("i")).status()).isEqualTo(200);
        try (FrameClient late = small.open()) {
          assertThat(late.exchange(read("i")).status()).isEqualTo(200);
        }
        assertThat(flood.get(0).isClosed()).isTrue();
      } finally {
        for (FrameClient each : flood) {
          each.close();
        }
      }
    }
  }

  @Test
  void plainBytesAfterTheHandshakeCloseTheConnection() throws Exception {
    try (PlainAfterTls client = new PlainAfterTls(fixture.port(), fixture.tls())) {
      client.secure(FrameBuilder.context(1).toByteArray());
      client.plain(read("i").toByteArray());
      assertThat(client.isClosed()).isTrue();
    }
    assertServed();
  }

  @Test
  void whoDoesNotReadIsClosedAndOthersAreServed() throws Exception {
    HttpLimits limits =
        HttpLimits.DEFAULT
            .withConnectionsMax(1)
            .withTimes(
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(2));
    try (DirectFixture quick = new DirectFixture(CosmosOptions.defaults().withLimits(limits));
        FrameClient greedy = quick.open()) {
      String large = "x".repeat(1 << 20);
      for (int i = 0; i < 8; i++) {
        FrameBuilder item =
            DirectFixture.feed(CREATE, "post", i)
                .flag(MINIMAL_ANSWER, true)
                .payload("{\"id\":\"" + i + "\",\"pk\":\"p\",\"v\":\"" + large + "\"}");
        assertThat(greedy.exchange(item).status()).isEqualTo(201);
      }
      ByteArrayOutputStream reads = new ByteArrayOutputStream();
      for (int i = 0; i < 64; i++) {
        reads.writeBytes(DirectFixture.item(READ, "get", Integer.toString(i % 8), i).toByteArray());
      }
      greedy.send(reads.toByteArray());
      Await.until("a place for another", () -> isServed(quick));
      assertThat(greedy.bytesUntilClosed()).isLessThan(64L << 20);
    }
  }

  private static boolean isServed(DirectFixture fixture) {
    try (FrameClient other = fixture.open()) {
      return other.exchange(read("0")).status() == 200;
    } catch (Exception e) {
      return false;
    }
  }

  private static FrameBuilder ofRange(int operation, String verb, String range) throws Exception {
    return FrameClient.signed(
        new FrameBuilder(FrameBuilder.ITEM, operation)
            .text(0x0015, "db")
            .text(0x0016, "c")
            .text(0x002C, range)
            .number(0x004D, 1),
        verb,
        "docs",
        DirectFixture.CONTAINER);
  }

  @Test
  void aRangeThatWasSplitIsGoneAndNothingIsDoneThere() throws Exception {
    Container container = fixture.engine().container("db", "c");
    String query = "{\"query\":\"SELECT * FROM c\"}";
    String bulk =
        "[{\"operationType\":\"Create\",\"partitionKey\":\"[\\\"p\\\"]\","
            + "\"resourceBody\":{\"id\":\"b\",\"pk\":\"p\"}}]";
    try (FrameClient client = fixture.open()) {
      assertThat(client.exchange(ofRange(READ_FEED, "get", "0")).status()).isEqualTo(200);
      container.splitRange(0);
      for (String range : new String[] {"0", "99", "-1", "x"}) {
        List<Answer> answers =
            List.of(
                client.exchange(ofRange(READ_FEED, "get", range)),
                client.exchange(ofRange(QUERY, "post", range).payload(query)),
                client.exchange(
                    ofRange(BATCH, "post", range)
                        .flag(0x0073, false)
                        .flag(0x0074, true)
                        .payload(bulk)));
        for (Answer answer : answers) {
          assertThat(answer.status() + "/" + answer.subStatus())
              .as(range + ": " + answer.body())
              .isIn("410/1002", "400/0");
        }
        if (range.equals("0") || range.equals("99")) {
          assertThat(answers).allMatch(answer -> answer.status() == 410);
        }
      }
      assertThat(client.exchange(read("b")).status()).isEqualTo(404);
    }
  }

  @Test
  void aTokenThatIsNoneIsRefused() throws Exception {
    try (FrameClient client = fixture.open()) {
      client.exchange(create("i", 1));
      for (String token : new String[] {"x", "", "{}", "AAAA".repeat(500), "+RID:~x#RT:1"}) {
        Answer query =
            client.exchange(
                DirectFixture.feed(QUERY, "post", 2)
                    .text(0x0006, token)
                    .payload("{\"query\":\"SELECT * FROM c\"}"));
        Answer feed = client.exchange(DirectFixture.feed(READ_FEED, "get", 3).text(0x0006, token));
        for (Answer answer : List.of(query, feed)) {
          assertThat(answer.status()).as(token + ": " + answer.body()).isIn(400, 200);
          assertThat(token.isEmpty() || answer.status() == 400).as(token).isTrue();
        }
      }
      assertThat(client.exchange(read("i").text(0x0005, "no token")).status()).isIn(200, 400);
    }
  }

  @Test
  void aSessionTokenOfTheFutureIsNotServed() throws Exception {
    String ahead = "0:-1#" + Long.MAX_VALUE / 2;
    try (FrameClient client = fixture.open()) {
      client.exchange(create("i", 1));
      List<Answer> answers =
          List.of(
              client.exchange(read("i").text(0x0005, ahead)),
              client.exchange(
                  DirectFixture.feed(QUERY, "post", 2)
                      .text(0x0005, ahead)
                      .payload("{\"query\":\"SELECT * FROM c\"}")),
              client.exchange(
                  DirectFixture.feed(BATCH, "post", 3)
                      .text(0x0005, ahead)
                      .flag(0x0073, true)
                      .payload("[{\"operationType\":\"Read\",\"id\":\"i\"}]")));
      for (Answer answer : answers) {
        assertThat(answer.status() + "/" + answer.subStatus())
            .as(answer.body())
            .isEqualTo("404/1002");
      }
    }
  }

  @Test
  void aSignatureOfAnotherTimeIsRefused() throws Exception {
    try (FrameClient client = fixture.open()) {
      for (ZonedDateTime date :
          new ZonedDateTime[] {
            ZonedDateTime.now().minusHours(1), ZonedDateTime.now().plusHours(1)
          }) {
        FrameBuilder old =
            FrameClient.signed(
                new FrameBuilder(FrameBuilder.ITEM, READ)
                    .text(0x0015, "db")
                    .text(0x0016, "c")
                    .text(0x0017, "i")
                    .text(0x002B, "[\"p\"]"),
                "get",
                "docs",
                DirectFixture.CONTAINER + "/docs/i",
                date);
        assertThat(client.exchange(old).status()).isEqualTo(403);
      }
    }
  }

  @Test
  void forgedResourceTokensAreRefused() throws Exception {
    try (FrameClient client = fixture.open()) {
      for (String token :
          new String[] {
            "type%3Dresource%26ver%3D1%26sig%3DAAAA%3D%3D%3Bforged%3B",
            "type%3Dresource%26ver%3D1%26sig%3D",
            "type%3Daad%26ver%3D1.0%26sig%3Dnot.a.token",
            "%%%",
            ""
          }) {
        FrameBuilder frame =
            new FrameBuilder(FrameBuilder.ITEM, READ)
                .text(0x0015, "db")
                .text(0x0016, "c")
                .text(0x0017, "i")
                .text(0x002B, "[\"p\"]")
                .smallText(0x0003, "Mon, 16 Nov 2026 18:25:58 GMT")
                .text(0x0001, token);
        assertThat(client.exchange(frame).status()).as(token).isIn(400, 401, 403);
      }
    }
  }

  /** A client that leaves TLS after its first frame. */
  private static final class PlainAfterTls implements AutoCloseable {
    private final Socket socket;
    private final SSLSocket tls;

    PlainAfterTls(int port, SSLContext context) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(60_000);
      tls = (SSLSocket) context.getSocketFactory().createSocket(socket, "localhost", port, false);
      tls.startHandshake();
    }

    void secure(byte[] bytes) throws IOException {
      tls.getOutputStream().write(bytes);
      tls.getOutputStream().flush();
    }

    void plain(byte[] bytes) throws IOException {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    }

    boolean isClosed() throws IOException {
      try {
        while (socket.getInputStream().read() >= 0) {
          // The answer to the first frame, and an alert.
        }
      } catch (SocketException e) {
        // Closed the hard way.
      }
      return true;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
