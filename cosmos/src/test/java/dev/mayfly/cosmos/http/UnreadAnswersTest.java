package dev.mayfly.cosmos.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Answers that clients leave unread are bounded; who reads slowly gets them nevertheless. */
class UnreadAnswersTest extends PortFixture {
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofMinutes(1);

  private static Response large(int bytes) {
    return Response.json(200, new byte[bytes]);
  }

  private void answerLarge(int count, int bytes) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      awaitLater().respond(large(bytes));
    }
  }

  @Test
  void aConnectionHasFewLargeAnswersAtOnce() throws Exception {
    open(HttpLimits.DEFAULT);
    try (RawClient client = RawClient.small(port.port())) {
      client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n".repeat(12));
      for (int round = 0; round < 3; round++) {
        // More than the system's buffers take, so that none is sent before it is read.
        answerLarge(4, 8 << 20);
        assertOthersAreServed();
        assertThat(later).as("requests that were taken meanwhile").isEmpty();
        assertThat(port.answers().held()).isPositive();
        for (int i = 0; i < 4; i++) {
          assertThat(client.read().body()).hasSize(8 << 20);
        }
      }
    }
    awaitNothingUnread();
  }

  @Test
  void anAnswerThatWaitsForItsTurnCountsToo() throws Exception {
    open(HttpLimits.DEFAULT);
    try (RawClient client = connect()) {
      client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n".repeat(2));
      Exchange first = awaitLater();
      awaitLater().respond(large(1 << 20));
      Await.until("an unsent answer", () -> port.answers().held() == 1 << 20);
      client.hangUp();
      awaitNothingUnread();
      first.respond(large(1 << 20));
      assertOthersAreServed();
    }
    awaitNothingUnread();
  }

  @Test
  void smallAnswersLetMoreRequestsIn() throws Exception {
    open(HttpLimits.DEFAULT);
    try (RawClient client = connect()) {
      client.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n".repeat(30));
      answerLarge(4, 100);
      answerLarge(26, 100);
      for (int i = 0; i < 30; i++) {
        assertThat(client.read().body()).hasSize(100);
      }
    }
    assertThat(port.answers().held()).isZero();
  }

  @Test
  void whoLeavesMostUnreadIsClosedIfAllTogetherIsTooMuch() throws Exception {
    open(HttpLimits.DEFAULT.withAnswersBytesMax(40 << 20).withConnectionsMax(2));
    try (RawClient modest = RawClient.small(port.port())) {
      modest.get("/later");
      answerLarge(1, 10 << 20);
      try (RawClient greedy = RawClient.small(port.port())) {
        greedy.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n".repeat(4));
        answerLarge(4, 16 << 20);
        awaitRoomForAnother();
        assertThat(greedy.isCut()).isTrue();
      }
      assertThat(modest.read().body()).hasSize(10 << 20);
      assertThat(modest.get("/").read().status()).isEqualTo(200);
    }
    awaitNothingUnread();
  }

  @Test
  void whoLeavesMostUnreadOverTlsIsClosedToo() throws Exception {
    open(HttpLimits.DEFAULT.withAnswersBytesMax(40 << 20).withConnectionsMax(1));
    var trusting = TrustingContext.of(IDENTITY.certificatePem());
    try (RawClient greedy = RawClient.secure(port.port(), trusting)) {
      greedy.send("GET /later HTTP/1.1\r\nHost: h\r\n\r\n".repeat(4));
      answerLarge(4, 16 << 20);
      awaitRoomForAnother();
      assertThat(greedy.isCut()).isTrue();
    }
    awaitNothingUnread();
  }

  @Test
  void anAnswerThatMovesSlowlyIsNotCut() throws Exception {
    open(HttpLimits.DEFAULT.withTimes(LONG, SHORT, LONG, Duration.ofSeconds(1)));
    int size = 16 << 20;
    int step = 256 << 10;
    try (RawClient slow = RawClient.small(port.port())) {
      slow.send("GET /later HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
      answerLarge(1, size);
      int steps = 20;
      for (int i = 0; i < steps; i++) {
        slow.skip(step);
        try (RawClient idle = connect()) {
          assertThat(idle.isEnded()).as("a moment has passed").isTrue();
        }
      }
      assertThat(steps * step + slow.drain()).isGreaterThan(size);
    }
    awaitNothingUnread();
  }

  @Test
  void anAnswerThatDoesNotMoveIsCut() throws Exception {
    open(HttpLimits.DEFAULT.withTimes(LONG, LONG, LONG, SHORT).withConnectionsMax(1));
    try (RawClient client = RawClient.small(port.port())) {
      client.get("/later");
      answerLarge(1, 16 << 20);
      awaitRoomForAnother();
      assertThat(client.isCut()).isTrue();
    }
    awaitNothingUnread();
  }

  private void awaitRoomForAnother() {
    Await.until(
        "a place for another connection",
        () -> {
          try {
            assertOthersAreServed();
            return true;
          } catch (IOException e) {
            return false;
          }
        });
  }

  private void assertOthersAreServed() throws IOException {
    try (RawClient other = connect()) {
      assertThat(other.get("/").read().status()).isEqualTo(200);
    }
  }

  private void awaitNothingUnread() {
    Await.until("no unread bytes", () -> port.answers().held() == 0);
  }
}
