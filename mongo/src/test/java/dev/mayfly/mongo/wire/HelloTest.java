package dev.mayfly.mongo.wire;

import static dev.mayfly.mongo.wire.WireClient.body;
import static dev.mayfly.mongo.wire.WireClient.msg;
import static dev.mayfly.mongo.wire.WireClient.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.driver.DriverServer;
import dev.mayfly.mongo.wire.WireClient.Reply;
import dev.mayfly.testkit.Await;
import java.io.IOException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The first thing that clients say, in all its forms. */
class HelloTest {
  private final DriverServer server = DriverServer.shared();
  private WireClient client;

  @BeforeEach
  void connect() throws IOException {
    client = new WireClient(server.port());
  }

  @AfterEach
  void close() throws IOException {
    client.close();
  }

  @Test
  void theReplyHasTheTypesThatDriversExpect() throws IOException {
    BsonDocument hello = client.run("{hello: 1, helloOk: true, $db: 'admin', backpressure: '2'}");

    assertThat(hello.getBoolean("helloOk").getValue()).isTrue();
    assertThat(hello.getBoolean("isWritablePrimary").getValue()).isTrue();
    assertThat(hello.getInt32("maxBsonObjectSize").getValue()).isEqualTo(16_777_216);
    assertThat(hello.getInt32("maxMessageSizeBytes").getValue()).isEqualTo(48_000_000);
    assertThat(hello.getInt32("maxWriteBatchSize").getValue()).isEqualTo(100_000);
    assertThat(hello.getInt32("logicalSessionTimeoutMinutes").getValue()).isEqualTo(30);
    assertThat(hello.getInt32("minWireVersion").getValue()).isZero();
    assertThat(hello.getInt32("maxWireVersion").getValue()).isEqualTo(25);
    assertThat(hello.getInt32("connectionId").getValue()).isPositive();
    assertThat(hello.isDateTime("localTime")).isTrue();
    BsonDocument version = hello.getDocument("topologyVersion");
    assertThat(version.isObjectId("processId")).isTrue();
    assertThat(version.getInt64("counter").getValue()).isZero();
    assertThat(hello.getDouble("ok").getValue()).isEqualTo(1.0);
    assertThat(hello.containsKey("compression")).isFalse();
  }

  @Test
  void itsOldNamesAreAnsweredInOldWords() throws IOException {
    for (String name : new String[] {"isMaster", "ismaster"}) {
      BsonDocument command = new BsonDocument(name, new BsonInt32(1));
      BsonDocument reply = client.ask(query(1, "admin.$cmd", command)).document();
      assertThat(reply.getBoolean("ismaster").getValue()).isTrue();
      assertThat(reply.containsKey("isWritablePrimary")).isFalse();
      assertThat(reply.containsKey("helloOk")).isFalse();
    }
  }

  @Test
  void compressionIsWhatBothCanInTheClientsOrder() throws IOException {
    BsonDocument reply =
        client.run("{hello: 1, $db: 'admin', compression: ['zstd', 'none', 'lz4', 'snappy']}");

    assertThat(reply.getArray("compression")).isEqualTo(BsonArray.parse("['zstd', 'snappy']"));
    assertThat(client.run("{hello: 1, $db: 'admin', compression: ['none']}"))
        .doesNotContainKey("compression");
  }

  @Test
  void aClientIntroducesItselfOnce() throws IOException {
    String introduction = "{hello: 1, $db: 'admin', client: {application: {name: 'a'}}}";
    assertThat(client.run(introduction).containsKey("errmsg")).isFalse();

    BsonDocument again = client.run(introduction);

    assertThat(again.getInt32("code").getValue()).isEqualTo(186);
    assertThat(client.run("{hello: 1, $db: 'admin'}").containsKey("errmsg")).isFalse();
  }

  @Test
  void theVersionAndTheTimeToWaitGoTogether() throws IOException {
    assertThat(client.run("{hello: 1, $db: 'admin', maxAwaitTimeMS: 1}").getInt32("code"))
        .isEqualTo(new BsonInt32(31368));
    BsonDocument version = topologyVersion();
    BsonDocument matcher = awaiting(version, 0);
    matcher.remove("maxAwaitTimeMS");
    assertThat(client.ask(msg(1, 0, body(matcher))).code()).isEqualTo(31368);
    assertThat(client.ask(msg(1, 0, body(awaiting(version, -1)))).code()).isEqualTo(31373);
  }

  @Test
  void whoKnowsTheVersionIsAnsweredAfterAWhile() throws IOException {
    Reply reply = client.ask(msg(5, 0, body(awaiting(topologyVersion(), 1))));

    assertThat(reply.responseTo()).isEqualTo(5);
    assertThat(reply.flags()).isZero();
    assertThat(reply.document().getBoolean("isWritablePrimary").getValue()).isTrue();
  }

  @Test
  void whoKnowsAnotherProcessIsAnsweredAtOnce() throws IOException {
    BsonDocument other =
        BsonDocument.parse("{processId: {$oid: '0123456789abcdef01234567'}}")
            .append("counter", new BsonInt64(0));

    Reply reply = client.ask(msg(5, 0, body(awaiting(other, 1_000_000))));

    assertThat(reply.document().getDouble("ok").getValue()).isEqualTo(1.0);
  }

  @Test
  void whoAllowsItIsAnsweredAgainAndAgain() throws IOException {
    client.send(msg(5, Message.EXHAUST_ALLOWED, body(awaiting(topologyVersion(), 1))));

    int responseTo = 5;
    for (int i = 0; i < 5; i++) {
      Reply reply = client.receive();
      assertThat(reply.flags()).isEqualTo(Message.MORE_TO_COME);
      assertThat(reply.responseTo()).isEqualTo(responseTo);
      responseTo = reply.requestId();
    }
  }

  @Test
  void aStreamEndsWithItsConnection() throws IOException {
    int before = running();
    client.send(msg(5, Message.EXHAUST_ALLOWED, body(awaiting(topologyVersion(), 1_000_000))));
    Await.until("the stream to begin", () -> running() != before);
    client.close();
    Await.until("the stream to end", () -> running() <= before);
  }

  /** How many connections wait for a hello, as another client sees it. */
  private int running() throws IOException {
    try (WireClient other = new WireClient(server.port())) {
      return (int)
          other.run("{currentOp: 1, $db: 'admin'}").getArray("inprog").stream()
              .map(each -> each.asDocument())
              .filter(each -> each.containsKey("command"))
              .filter(each -> each.getDocument("command").containsKey("maxAwaitTimeMS"))
              .filter(
                  each ->
                      each.getDocument("command").getNumber("maxAwaitTimeMS").longValue()
                          == 1_000_000)
              .count();
    }
  }

  private BsonDocument topologyVersion() throws IOException {
    return client.run("{hello: 1, $db: 'admin'}").getDocument("topologyVersion");
  }

  private static BsonDocument awaiting(BsonDocument version, long millis) {
    return new BsonDocument("hello", new BsonInt32(1))
        .append("$db", new BsonString("admin"))
        .append("topologyVersion", version)
        .append("maxAwaitTimeMS", new BsonInt64(millis));
  }
}
