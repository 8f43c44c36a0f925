package dev.mayfly.cosmos.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.auth.AccountKeys;
import dev.mayfly.cosmos.direct.FrameClient.Answer;
import dev.mayfly.cosmos.http.HttpLimits;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The port of direct mode, frame by frame. */
@Timeout(120)
class DirectPortTest {
  private static final int CREATE = 0x01;
  private static final int READ = 0x03;
  private static final int READ_FEED = 0x04;

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

  @Test
  void aConnectionIsOpenedAndTheClientIsReportedForHowLong() throws Exception {
    try (FrameClient client = fixture.connect()) {
      client.send(FrameBuilder.context(1));
      Answer answer = client.read(true);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.tokens())
          .containsEntry(0x0000, 1L)
          .containsEntry(0x0001, "2020-07-15")
          .containsEntry(0x0002, "Mayfly")
          .containsEntry(0x0004, DirectPort.IDLE_TIME.toSeconds())
          .containsKeys(0x0003, 0x0005);
    }
  }

  @Test
  void anItemIsWrittenAndRead() throws Exception {
    try (FrameClient client = fixture.open()) {
      Answer created = client.exchange(create("i", 7));
      assertThat(created.status()).as(created.body()).isEqualTo(201);
      assertThat(created.transportId()).isEqualTo(7);
      Answer read = client.exchange(DirectFixture.item(READ, "get", "i", 8));
      assertThat(read.status()).isEqualTo(200);
      assertThat(read.body()).startsWith("{\"id\":\"i\",\"pk\":\"p\"");
      assertThat(read.tokens())
          .containsEntry(0x0004, created.tokens().get(0x0004))
          .containsEntry(0x0015, 1.0)
          .containsEntry(0x0017, "dbs/db/colls/c")
          .containsEntry(0x0021, "0")
          .containsEntry(0x0035, 8L);
      long lsn = (Long) read.tokens().get(0x0013);
      assertThat(lsn).isPositive();
      for (int id : new int[] {0x001A, 0x0029, 0x0032, 0x003A, 0x003B, 0x003C}) {
        assertThat(read.tokens()).containsEntry(id, lsn);
      }
      assertThat(read.tokens()).containsEntry(0x003E, "-1#" + lsn);
    }
  }

  @Test
  void clientsThatFindNothingAreReportedAsOfWhen() throws Exception {
    try (FrameClient client = fixture.open()) {
      Answer missing = client.exchange(DirectFixture.item(READ, "get", "none", 1));
      assertThat(missing.status()).isEqualTo(404);
      assertThat(missing.body()).contains("\"code\":\"NotFound\"");
      assertThat(missing.tokens()).containsKeys(0x003E, 0x0013, 0x003A).containsEntry(0x0021, "0");
      client.exchange(create("i", 2));
      Answer again = client.exchange(create("i", 3));
      assertThat(again.status()).isEqualTo(409);
      assertThat(again.tokens()).containsKeys(0x003E, 0x0013);
    }
  }

  @Test
  void theHeadOfAContainerIsItsSequenceNumber() throws Exception {
    try (FrameClient client = fixture.open()) {
      client.exchange(create("i", 1));
      client.exchange(create("j", 2));
      FrameBuilder head =
          FrameClient.signed(
              new FrameBuilder(FrameBuilder.CONTAINER, 0x11)
                  .text(0x0015, "db")
                  .text(0x0016, "c")
                  .number(0x004D, 3),
              "head",
              "colls",
              DirectFixture.CONTAINER);
      Answer answer = client.exchange(head);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEmpty();
      assertThat(answer.tokens())
          .containsEntry(0x0013, fixture.engine().container("db", "c").lastLsn());
    }
  }

  @Test
  void manyRequestsAtOnceAreAllAnswered() throws Exception {
    Set<Integer> missing = new HashSet<>();
    try (FrameClient client = fixture.open()) {
      client.exchange(create("i", 1));
      for (int i = 0; i < 500; i++) {
        missing.add(i);
        client.send(DirectFixture.item(READ, "get", "i", i));
      }
      while (!missing.isEmpty()) {
        Answer answer = client.read();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(missing.remove(answer.transportId())).isTrue();
      }
    }
  }

  @Test
  void framesMayArriveByteByByte() throws Exception {
    try (FrameClient client = fixture.open()) {
      for (byte each : create("i", 5).toByteArray()) {
        client.send(new byte[] {each});
      }
      assertThat(client.read().status()).isEqualTo(201);
    }
  }

  @Test
  void whoDoesNotSpeakTlsIsClosed() throws Exception {
    for (byte[] first :
        new byte[][] {FrameBuilder.context(1).toByteArray(), "GET / HTTP/1.1\r\n\r\n".getBytes()}) {
      try (FrameClient client = FrameClient.plain(fixture.port())) {
        client.send(first);
        assertThat(client.isClosed()).isTrue();
      }
    }
  }

  @Test
  void whatIsNoFrameClosesTheConnection() throws Exception {
    byte[] cutOff = FrameBuilder.context(1).raw(new byte[] {0x02, 0x00, 0x08, 9, 9}).toByteArray();
    byte[] tooLong = FrameBuilder.context(1).toByteArray();
    tooLong[1] = (byte) 0xFF;
    byte[] tooShort = FrameBuilder.context(1).toByteArray();
    tooShort[0] = 23;
    byte[] negative = FrameBuilder.context(1).toByteArray();
    negative[3] = (byte) 0x80;
    for (byte[] first :
        new byte[][] {
          cutOff,
          tooLong,
          tooShort,
          negative,
          FrameBuilder.context(2).toByteArray(),
          new FrameBuilder(0, 0).toByteArray(),
          create("i", 1).toByteArray(),
          "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes()
        }) {
      try (FrameClient client = fixture.connect()) {
        client.send(first);
        assertThat(client.isClosed()).as(Arrays.toString(first)).isTrue();
      }
    }
  }

  @Test
  void aConnectionIsOpenedOnce() throws Exception {
    try (FrameClient client = fixture.open()) {
      client.send(FrameBuilder.context(1));
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void headsAreSmallUntilARequestIsAuthorized() throws Exception {
    String long20k = "x".repeat(20_000);
    try (FrameClient client = fixture.open()) {
      client.send(DirectFixture.item(READ, "get", "i", 1).text(0x0011, long20k));
      assertThat(client.isClosed()).isTrue();
    }
    try (FrameClient client = fixture.open()) {
      client.exchange(DirectFixture.item(READ, "get", "i", 1));
      Answer answer =
          client.exchange(DirectFixture.item(READ, "get", "i", 2).text(0x0011, long20k));
      assertThat(answer.status()).isEqualTo(404);
    }
  }

  @Test
  void whoDoesNotSignIsRefusedAndHasNoPayloadRead() throws Exception {
    FrameBuilder unsigned =
        new FrameBuilder(FrameBuilder.ITEM, CREATE)
            .text(0x0015, "db")
            .text(0x0016, "c")
            .number(0x004D, 1)
            .payload("{}");
    try (FrameClient client = fixture.open()) {
      Answer answer = client.exchange(unsigned);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.body()).contains("authorization is missing");
      assertThat(client.exchange(create("i", 2)).status()).as("the next request").isEqualTo(201);
    }
    try (FrameClient client = fixture.open()) {
      byte[] large =
          new FrameBuilder(FrameBuilder.ITEM, CREATE)
              .text(0x0015, "db")
              .text(0x0016, "c")
              .payload(new byte[1 << 20])
              .toByteArray();
      client.send(Arrays.copyOf(large, large.length - (1 << 20)));
      assertThat(client.read().status()).isEqualTo(401);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aForgedSignatureIsRefused() throws Exception {
    try (FrameClient client = fixture.open()) {
      FrameBuilder forged =
          FrameClient.signed(
              new FrameBuilder(FrameBuilder.ITEM, READ)
                  .text(0x0015, "db")
                  .text(0x0016, "c")
                  .text(0x0017, "another"),
              "get",
              "docs",
              DirectFixture.CONTAINER + "/docs/i");
      Answer answer = client.exchange(forged);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.body()).contains("can't serve the request");
    }
  }

  @Test
  void aPayloadThatIsTooLargeIsRefusedAndSkipped() throws Exception {
    try (FrameClient client = fixture.open()) {
      client.exchange(create("i", 1));
      FrameBuilder large =
          DirectFixture.feed(CREATE, "post", 2)
              .payload(new byte[HttpLimits.DEFAULT.sizes().bodyBytesMax() + 1]);
      Answer answer = client.exchange(large);
      assertThat(answer.status()).isEqualTo(413);
      assertThat(client.exchange(create("j", 3)).status()).isEqualTo(201);
    }
  }

  @Test
  void aStaleRangeIsGone() throws Exception {
    try (FrameClient client = fixture.open()) {
      FrameBuilder frame =
          FrameClient.signed(
              new FrameBuilder(FrameBuilder.ITEM, READ_FEED)
                  .text(0x0015, "db")
                  .text(0x0016, "c")
                  .text(0x002C, "17")
                  .number(0x004D, 1),
              "get",
              "docs",
              DirectFixture.CONTAINER);
      Answer answer = client.exchange(frame);
      assertThat(answer.status() + "/" + answer.subStatus()).isEqualTo("410/1002");
    }
  }

  @Test
  void aContainerThatWasMadeAgainIsReadAgain() throws Exception {
    try (FrameClient client = fixture.open()) {
      String rid = (String) client.exchange(create("i", 1)).tokens().get(0x0018);
      fixture.engine().deleteContainer("db", "c");
      Answer gone = client.exchange(DirectFixture.item(READ, "get", "i", 2).text(0x0035, rid));
      assertThat(gone.status() + "/" + gone.subStatus()).isEqualTo("410/1000");
      fixture.makeContainer();
      Answer stale = client.exchange(DirectFixture.item(READ, "get", "i", 3).text(0x0035, rid));
      assertThat(stale.status() + "/" + stale.subStatus()).isEqualTo("410/1000");
    }
  }

  @Test
  void whatIsNotServedIsRefusedByName() throws Exception {
    try (FrameClient client = fixture.open()) {
      Answer answer = client.exchange(new FrameBuilder(0x0F, READ).number(0x004D, 9));
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.transportId()).isEqualTo(9);
      assertThat(answer.body()).contains("use gateway mode");
    }
  }

  @Test
  void whoSendsTooSlowlyIsClosed() throws Exception {
    HttpLimits limits =
        HttpLimits.DEFAULT.withTimes(
            Duration.ofMillis(300),
            Duration.ofMinutes(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30));
    try (DirectFixture quick = new DirectFixture(CosmosOptions.defaults().withLimits(limits));
        FrameClient client = quick.open()) {
      byte[] frame = create("i", 1).toByteArray();
      client.send(Arrays.copyOf(frame, frame.length - 1));
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void whoNeverOpensTheConnectionIsClosed() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withUnauthenticatedTime(Duration.ofSeconds(3));
    try (DirectFixture quick = new DirectFixture(CosmosOptions.defaults().withLimits(limits));
        FrameClient client = quick.connect()) {
      client.send(new byte[] {0x40});
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void newKeysCountOnOpenConnections() throws Exception {
    try (FrameClient client = fixture.open()) {
      assertThat(client.exchange(create("i", 1)).status()).isEqualTo(201);
      fixture.server().replaceKeys(new AccountKeys("bWF5Zmx5IGFub3RoZXIga2V5", null, null, null));
      assertThat(client.exchange(create("j", 2)).status()).isEqualTo(401);
    }
  }

  @Test
  void whenTheServerStopsConnectionsEnd() throws Exception {
    try (FrameClient client = fixture.open()) {
      client.exchange(create("i", 1));
      fixture.server().close();
      assertThatThrownBy(client::read).isInstanceOf(EOFException.class);
    }
    assertThatThrownBy(() -> fixture.connect()).isInstanceOf(IOException.class);
  }
}
