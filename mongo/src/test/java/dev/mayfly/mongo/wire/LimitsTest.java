package dev.mayfly.mongo.wire;

import static dev.mayfly.mongo.wire.WireClient.body;
import static dev.mayfly.mongo.wire.WireClient.msg;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.mongo.wire.WireClient.Reply;
import dev.mayfly.net.limit.ConnectionLimits;
import dev.mayfly.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** What a port does not put up with. */
class LimitsTest {
  private static final String PING = "{ping: 1, $db: 'x'}";
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(200);

  private static void answer(RunningOperation call) {
    call.reply(new BsonDocument("name", new BsonString(call.name())));
  }

  @Test
  void oneConnectionTooManyIsClosed() throws Exception {
    try (TestPort port =
            new TestPort(WireLimits.DEFAULT.withConnectionsMax(1), LimitsTest::answer);
        WireClient first = port.connect()) {
      first.run(PING);
      try (WireClient second = port.connect()) {
        assertThat(second.isClosed()).isTrue();
      }
      assertThat(first.run(PING).containsKey("name")).isTrue();
      first.close();
      Await.until("no connections", () -> port.clients().connected().isEmpty());
    }
  }

  @Test
  void commandsAreWorkedOnOneAfterTheOther() throws Exception {
    BlockingQueue<CommandCall> calls = new LinkedBlockingQueue<>();
    try (TestPort port = new TestPort(WireLimits.DEFAULT, calls::add);
        WireClient client = port.connect()) {
      client.send(msg(1, Message.MORE_TO_COME, body("{one: 1, $db: 'x'}")));
      client.send(msg(2, 0, body("{two: 1, $db: 'x'}")));
      client.send(msg(3, 0, body("{three: 1, $db: 'x'}")));

      CommandCall one = calls.take();
      Await.until("3 requests", () -> port.clients().requestsTotal() == 3);
      assertThat(one.name()).isEqualTo("one");
      assertThat(calls).isEmpty();

      one.reply(new BsonDocument());
      CommandCall two = calls.take();
      assertThat(calls).isEmpty();
      two.reply(new BsonDocument());
      calls.take().reply(new BsonDocument());

      assertThat(client.receive().responseTo()).isEqualTo(2);
      assertThat(client.receive().responseTo()).isEqualTo(3);
    }
  }

  @Test
  void pipelinedRequestsWaitAndAreAnsweredInOrder() throws Exception {
    BlockingQueue<CommandCall> calls = new LinkedBlockingQueue<>();
    WireLimits limits = WireLimits.DEFAULT.withRequests(1 << 20, 1 << 20, 4);
    try (TestPort port = new TestPort(limits, calls::add);
        WireClient client = port.connect()) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      for (int i = 1; i <= 100; i++) {
        all.writeBytes(msg(i, 0, body(PING)));
      }
      client.send(all.toByteArray());
      CommandCall first = calls.take();
      Await.until("5 requests", () -> port.clients().requestsTotal() == 5);

      first.reply(new BsonDocument());
      for (int i = 2; i <= 100; i++) {
        calls.take().reply(new BsonDocument());
      }
      for (int i = 1; i <= 100; i++) {
        assertThat(client.receive().responseTo()).isEqualTo(i);
      }
      assertThat(port.port().heldBytes()).isZero();
    }
  }

  @Test
  void aMessageThatFindsNoRoomIsRefusedAndTheNextIsNot() throws Exception {
    WireLimits limits = WireLimits.DEFAULT.withRequests(10_000_000, 100_000, 4);
    BsonDocument large =
        new BsonDocument("ping", new BsonBinary(new byte[200_000]))
            .append("$db", new BsonString("x"));
    try (TestPort port = new TestPort(limits, LimitsTest::answer);
        WireClient client = port.connect()) {
      Reply reply = client.ask(msg(9, 0, body(large)));

      assertThat(reply.responseTo()).isEqualTo(9);
      assertThat(reply.code()).isEqualTo(462);
      assertThat(reply.document().getArray("errorLabels"))
          .contains(new BsonString("SystemOverloadedError"));
      assertThat(client.run(PING).containsKey("name")).isTrue();
      assertThat(port.port().heldBytes()).isZero();
    }
  }

  @Test
  void anUnacknowledgedMessageThatFindsNoRoomEndsTheConnection() throws Exception {
    WireLimits limits = WireLimits.DEFAULT.withRequests(10_000_000, 100_000, 4);
    BsonDocument large =
        new BsonDocument("ping", new BsonBinary(new byte[200_000]))
            .append("$db", new BsonString("x"));
    try (TestPort port = new TestPort(limits, LimitsTest::answer);
        WireClient client = port.connect()) {
      client.send(msg(9, Message.MORE_TO_COME, body(large)));

      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void halfAMessageIsNotWaitedForForever() throws Exception {
    WireLimits limits = WireLimits.DEFAULT.withTimes(SHORT, LONG, LONG);
    try (TestPort port = new TestPort(limits, LimitsTest::answer);
        WireClient client = port.connect()) {
      byte[] message = msg(1, 0, body(PING));
      assertThat(client.ask(message).document().containsKey("name")).isTrue();
      client.send(Arrays.copyOf(message, message.length - 1));

      assertThat(client.isClosed()).isTrue();
      Await.until("no bytes held", () -> port.port().heldBytes() == 0);
    }
  }

  @Test
  void whoSaysNothingAtAllIsNotWaitedForForever() throws Exception {
    WireLimits limits =
        WireLimits.DEFAULT.withConnections(ConnectionLimits.Settings.of(10, SHORT, LONG));
    try (TestPort port = new TestPort(limits, LimitsTest::answer);
        WireClient client = port.connect()) {
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void whoDoesNotReadIsNotWaitedForForever() throws Exception {
    BsonDocument large = new BsonDocument("large", new BsonBinary(new byte[16 << 20]));
    WireLimits limits = WireLimits.DEFAULT.withTimes(LONG, LONG, SHORT);
    try (TestPort port = new TestPort(limits, call -> call.reply(large));
        WireClient client = port.connect()) {
      for (int i = 0; i < 4; i++) {
        client.send(msg(i, 0, body(PING)));
      }

      Await.until(
          "one connection, and its end",
          () -> port.clients().enteredTotal() == 1 && port.clients().connected().isEmpty());
      assertThat(port.clients().requestsTotal()).isLessThan(4);
      assertThat(port.port().heldBytes()).isZero();
    }
  }

  @Test
  void whoLeavesAStreamUnreadIsClosed() throws Exception {
    BsonDocument part = new BsonDocument("part", new BsonBinary(new byte[10_000]));
    WireLimits limits = WireLimits.DEFAULT.withTimes(LONG, LONG, LONG);
    try (TestPort port = new TestPort(limits, call -> stream(call, part));
        WireClient client = port.connect()) {
      client.send(msg(1, Message.EXHAUST_ALLOWED, body(PING)));

      Await.until(
          "one connection, and its end",
          () -> port.clients().enteredTotal() == 1 && port.clients().connected().isEmpty());
      assertThat(port.clients().bytesOutTotal()).isLessThan(20_000_000);
    }
  }

  private static void stream(RunningOperation call, BsonDocument part) {
    if (call.client().channel().isOpen() && call.client().all().bytesOutTotal() < 50_000_000) {
      call.replyMore(part);
      call.client().channel().later(() -> stream(call, part), 0);
    }
  }

  @Test
  void whoLeavesMostUnreadForLongestIsEndedWhenMemoryIsNeeded() throws Exception {
    BsonDocument large = new BsonDocument("large", new BsonBinary(new byte[16 << 20]));
    BsonDocument small = new BsonDocument("small", new BsonBinary(new byte[8 << 20]));
    WireLimits limits =
        WireLimits.DEFAULT.withTimes(LONG, LONG, LONG).withRepliesBytesMax(20 << 20);
    try (TestPort port =
            new TestPort(limits, call -> call.reply(call.name().equals("large") ? large : small));
        WireClient greedy = port.connect();
        WireClient modest = port.connect()) {
      greedy.send(msg(1, 0, body("{large: 1, $db: 'x'}")));
      Await.until("1 request", () -> port.clients().requestsTotal() == 1);
      modest.send(msg(1, 0, body("{small: 1, $db: 'x'}")));
      Await.until("one connection", () -> port.clients().connected().size() == 1);

      assertThat(modest.receive().document().getBinary("small").getData()).hasSize(8 << 20);
    }
  }

  /** Many connections with less each must not make the honest one the largest. */
  @Test
  void whoHasJustAskedIsNotEndedForThoseWhoDoNotRead() throws Exception {
    BsonDocument large = new BsonDocument("large", new BsonBinary(new byte[16 << 20]));
    BsonDocument small = new BsonDocument("small", new BsonBinary(new byte[8 << 20]));
    WireLimits limits =
        WireLimits.DEFAULT.withTimes(LONG, LONG, LONG).withRepliesBytesMax(64 << 20);
    try (TestPort port =
            new TestPort(limits, call -> call.reply(call.name().equals("large") ? large : small));
        WireClient first = port.connect();
        WireClient second = port.connect();
        WireClient third = port.connect();
        WireClient honest = port.connect()) {
      int asked = 0;
      for (WireClient each : new WireClient[] {first, second, third}) {
        each.send(msg(1, 0, body("{small: 1, $db: 'x'}")));
        int count = ++asked;
        Await.until(count + " requests", () -> port.clients().requestsTotal() == count);
      }
      BsonDocument reply = honest.run("{large: 1, $db: 'x'}");

      assertThat(reply.getBinary("large").getData()).hasSize(16 << 20);
    }
  }

  @Test
  void aSlowReaderIsWaitedFor() throws Exception {
    BsonDocument large = new BsonDocument("large", new BsonBinary(new byte[24 << 20]));
    WireLimits limits = WireLimits.DEFAULT.withTimes(LONG, LONG, Duration.ofMillis(400));
    try (TestPort port = new TestPort(limits, call -> call.reply(large));
        WireClient client = port.connect()) {
      client.send(msg(1, 0, body(PING)));
      long start = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        client.skip(1 << 20);
        long next = start + TimeUnit.MILLISECONDS.toNanos(60L * (i + 1));
        Await.pace(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
      }
      assertThat(port.clients().connected()).hasSize(1);
    }
  }

  @Test
  void aCommandLearnsThatItsClientHasGone() throws Exception {
    BlockingQueue<CommandCall> calls = new LinkedBlockingQueue<>();
    try (TestPort port = new TestPort(WireLimits.DEFAULT, calls::add)) {
      try (WireClient client = port.connect()) {
        client.send(msg(1, 0, body(PING)));
        calls.take().check();
        client.send(msg(2, 0, body(PING)));
      }
      Await.until("no connections", () -> port.clients().connected().isEmpty());
    }
  }

  @Test
  void repliesToADisconnectedClientAreDiscarded() throws Exception {
    BlockingQueue<CommandCall> calls = new LinkedBlockingQueue<>();
    try (TestPort port = new TestPort(WireLimits.DEFAULT, calls::add)) {
      try (WireClient client = port.connect()) {
        client.send(msg(1, 0, body(PING)));
        client.send(msg(2, 0, body(PING)));
        Await.until("2 requests", () -> port.clients().requestsTotal() == 2);
      }
      Await.until("no connections", () -> port.clients().connected().isEmpty());
      CommandCall late = calls.take();
      org.assertj.core.api.Assertions.assertThatThrownBy(late::check)
          .hasMessage("operation was interrupted");
      late.reply(new BsonDocument());

      Await.until("no bytes held", () -> port.port().heldBytes() == 0);
      assertThat(calls).isEmpty();
    }
  }
}
