package dev.mayfly.mongo.wire;

import static dev.mayfly.mongo.wire.WireClient.body;
import static dev.mayfly.mongo.wire.WireClient.cstring;
import static dev.mayfly.mongo.wire.WireClient.int32;
import static dev.mayfly.mongo.wire.WireClient.message;
import static dev.mayfly.mongo.wire.WireClient.msg;
import static dev.mayfly.mongo.wire.WireClient.query;
import static dev.mayfly.mongo.wire.WireClient.sequence;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.bson.BsonBytes;
import dev.mayfly.mongo.wire.WireClient.Reply;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32C;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the port makes of messages, right and wrong ones: it answers with what it understood. */
class MessagesTest {
  private static final String PING = "{ping: 1, $db: 'x'}";

  private TestPort port;
  private WireClient client;

  @BeforeEach
  void open() throws IOException {
    port =
        new TestPort(
            WireLimits.DEFAULT,
            call ->
                call.reply(
                    new BsonDocument("name", new BsonString(call.name()))
                        .append("db", new BsonString(call.database()))
                        .append("body", call.body())));
    client = port.connect();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    port.close();
  }

  @Test
  void aCommandIsAnsweredToItsRequest() throws IOException {
    Reply reply = client.ask(msg(77, 0, body(PING)));

    assertThat(reply.opcode()).isEqualTo(Opcodes.MSG);
    assertThat(reply.responseTo()).isEqualTo(77);
    assertThat(reply.flags()).isZero();
    assertThat(reply.document().getString("name").getValue()).isEqualTo("ping");
    assertThat(reply.document().getString("db").getValue()).isEqualTo("x");
    assertThat(reply.document().getDouble("ok").getValue()).isEqualTo(1.0);
  }

  @Test
  void sequencesBecomeArraysWhereverTheyStand() throws IOException {
    byte[] body = body("{bulk: 'c', $db: 'x'}");
    byte[] ops = sequence("ops", List.of(document(1), document(2)));
    byte[] names = sequence("names", List.of());
    BsonDocument expected =
        BsonDocument.parse("{bulk: 'c', $db: 'x', ops: [{a: 1}, {a: 2}], names: []}");

    for (byte[][] order : new byte[][][] {{body, ops, names}, {ops, body, names}}) {
      Reply reply = client.ask(msg(1, 0, order));
      assertThat(reply.document().getDocument("body")).isEqualTo(expected);
    }
    assertThat(client.ask(msg(1, 0, ops, names, body)).document().getDocument("body"))
        .isEqualTo(expected);
  }

  private static BsonDocument document(int a) {
    return new BsonDocument("a", new BsonInt32(a));
  }

  @Test
  void messagesArriveInPiecesOrSeveralAtOnce() throws IOException {
    byte[] one = msg(1, 0, body(PING));
    for (byte piece : one) {
      client.send(new byte[] {piece});
    }
    assertThat(client.receive().responseTo()).isEqualTo(1);

    byte[] two = msg(2, 0, body(PING));
    byte[] three = msg(3, 0, body(PING));
    byte[] together = Arrays.copyOf(two, two.length + three.length);
    System.arraycopy(three, 0, together, two.length, three.length);
    client.send(together);
    assertThat(client.receive().responseTo()).isEqualTo(2);
    assertThat(client.receive().responseTo()).isEqualTo(3);
  }

  @Test
  void aLargeMessageGoesThereAndBack() throws IOException {
    BsonDocument large =
        new BsonDocument("echo", new BsonString("a".repeat(10_000_000)))
            .append("$db", new BsonString("x"));

    BsonDocument reply = client.ask(msg(1, 0, body(large))).document();

    assertThat(reply.getDocument("body").getString("echo").getValue()).hasSize(10_000_000);
    assertThat(port.port().heldBytes()).isZero();
  }

  @Test
  void aSequenceHasOnlySoManyDocuments() throws IOException {
    List<BsonDocument> documents = Collections.nCopies(100_000, new BsonDocument());
    byte[] command = body("{insert: 'c', $db: 'x'}");
    assertThat(client.ask(msg(1, 0, command, sequence("documents", documents))).document())
        .containsKey("body");

    documents = Collections.nCopies(100_001, new BsonDocument());
    Reply reply = client.ask(msg(1, 0, command, sequence("documents", documents)));
    assertThat(reply.code()).isEqualTo(16);
    assertThat(reply.document().getString("errmsg").getValue())
        .isEqualTo("Write batch sizes must be between 1 and 100000. Got 100001 operations.");
    assertThat(port.port().heldBytes()).isZero();
  }

  @Test
  void aBodyIsNoLargerThanADocumentAndItsCommand() throws IOException {
    int most = (16 << 20) + (16 << 10);
    int rest = most - BsonBytes.of(ping(0)).length;
    assertThat(client.ask(msg(1, 0, body(ping(rest)))).document()).containsKey("body");

    Reply reply = client.ask(msg(1, 0, body(ping(rest + 1))));
    assertThat(reply.code()).isEqualTo(10334);
    assertThat(port.port().heldBytes()).isZero();
  }

  private static BsonDocument ping(int size) {
    return new BsonDocument("ping", new BsonBinary(new byte[size]))
        .append("$db", new BsonString("x"));
  }

  @Test
  void aRightChecksumIsAnsweredWithOne() throws IOException {
    byte[] message = msg(1, Message.CHECKSUM_PRESENT, body(PING), int32(0));
    ByteBuffer.wrap(message)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(message.length - 4, crc(message, message.length - 4));

    Reply reply = client.ask(message);

    assertThat(reply.flags()).isEqualTo(Message.CHECKSUM_PRESENT);
    assertThat(reply.document().getString("name").getValue()).isEqualTo("ping");
    byte[] whole = message(reply.requestId(), reply.opcode(), reply.payload());
    ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).putInt(8, reply.responseTo());
    int sent = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(whole.length - 4);
    assertThat(sent).isEqualTo(crc(whole, whole.length - 4));
  }

  @Test
  void aWrongChecksumEndsTheConnection() throws IOException {
    Reply reply = client.ask(msg(1, Message.CHECKSUM_PRESENT, body(PING), int32(4711)));

    assertThat(reply.code()).isEqualTo(288);
    assertThat(client.isClosed()).isTrue();
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 1 << 15})
  void anUnknownRequiredFlagEndsTheConnection(int flag) throws IOException {
    assertThat(client.ask(msg(1, flag, body(PING))).code()).isEqualTo(223);
    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void anUnknownOptionalFlagIsIgnored() throws IOException {
    assertThat(client.ask(msg(1, 1 << 20, body(PING))).document().containsKey("name")).isTrue();
  }

  @Test
  void whatExpectsNoReplyGetsNone() throws IOException {
    client.send(msg(1, Message.MORE_TO_COME, body("{first: 1, $db: 'x'}")));
    client.send(msg(2, Message.MORE_TO_COME, body("{nodb: 1}")));

    Reply reply = client.ask(msg(3, 0, body(PING)));

    assertThat(reply.responseTo()).isEqualTo(3);
    assertThat(port.port().heldBytes()).isZero();
  }

  @Test
  void sectionsAreChecked() throws IOException {
    byte[] body = body(PING);
    byte[] ops = sequence("ops", List.of(document(1)));
    assertThat(client.ask(msg(1, 0, body, body)).code()).isEqualTo(40430);
    assertThat(client.ask(msg(1, 0, body, ops, ops)).code()).isEqualTo(40431);
    assertThat(client.ask(msg(1, 0, body, new byte[] {9})).code()).isEqualTo(40432);
    assertThat(client.ask(msg(1, 0, body, sequence("ping", List.of()))).code()).isEqualTo(40433);
    assertThat(client.ask(msg(1, 0, ops)).code()).isEqualTo(40587);
    assertThat(client.ask(msg(1, 0)).code()).isEqualTo(40587);
    assertThat(client.ask(msg(1, 0, body("{ping: 1}"))).code()).isEqualTo(40571);
    assertThat(client.ask(msg(1, 0, body("{ping: 1, $db: 1}"))).code()).isEqualTo(14);
    assertThat(client.ask(msg(1, 0, body)).document().containsKey("name")).isTrue();
  }

  @Test
  void moreThanTwoSequencesEndTheConnection() throws IOException {
    byte[] body = body(PING);
    byte[][] sections = {
      body, sequence("a", List.of()), sequence("b", List.of()), sequence("c", List.of())
    };
    assertThat(client.ask(msg(1, 0, sections)).code()).isEqualTo(233);
    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void malformedBsonIsRefusedAndTheConnectionStaysOpen() throws IOException {
    byte[] good = body("{ping: 'text', $db: 'x'}");
    byte[] badText = good.clone();
    badText[15] = (byte) 0xFF;
    assertThat(client.ask(msg(1, 0, badText)).code()).isEqualTo(22);

    byte[] tooLong = good.clone();
    tooLong[1] += 1;
    assertThat(client.ask(msg(2, 0, tooLong)).code()).isEqualTo(22);

    byte[] tooShort = good.clone();
    tooShort[1] = 2;
    assertThat(client.ask(msg(3, 0, tooShort)).code()).isEqualTo(22);

    byte[] badSequence = sequence("ops", List.of(document(1)));
    badSequence[1] = 100;
    assertThat(client.ask(msg(4, 0, good, badSequence)).code()).isEqualTo(22);
    badSequence[1] = -1;
    assertThat(client.ask(msg(5, 0, good, badSequence)).code()).isEqualTo(22);

    assertThat(client.ask(msg(6, 0, good)).document().containsKey("name")).isTrue();
  }

  @Test
  void deepNestingIsRefused() throws IOException {
    assertThat(client.ask(msg(1, 0, body(nested(199)))).document().containsKey("name")).isTrue();
    assertThat(client.ask(msg(1, 0, body(nested(200)))).code()).isEqualTo(22);
    assertThat(client.ask(msg(1, 0, rawNested(2_000_000))).code()).isEqualTo(22);
  }

  private static BsonDocument nested(int levels) {
    BsonDocument deep = new BsonDocument();
    BsonDocument place = deep;
    for (int i = 1; i < levels; i++) {
      BsonDocument next = new BsonDocument();
      place.put("a", next);
      place = next;
    }
    return new BsonDocument("ping", deep).append("$db", new BsonString("x"));
  }

  /** A body that nests as deep as that, without an object for each level. */
  private static byte[] rawNested(int levels) {
    int perLevel = 4 + 1 + 2 + 1;
    ByteBuffer bytes =
        ByteBuffer.allocate(1 + levels * perLevel + 5).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0);
    for (int i = 0; i < levels; i++) {
      bytes.putInt((levels - i) * perLevel + 5);
      bytes.put((byte) 3).put((byte) 'a').put((byte) 0);
    }
    bytes.putInt(5).put((byte) 0);
    return bytes.array();
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 0, -1, 48_000_001, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void anImpossibleLengthEndsTheConnection(int length) throws IOException {
    byte[] message = msg(1, 0, body(PING));
    ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putInt(0, length);
    client.send(message);

    assertThat(client.isClosed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, 2001, 2002, 2005, 2006, 2007, 2010, 2011, 99_999, -1})
  void otherKindsOfMessagesEndTheConnection(int opcode) throws IOException {
    client.send(message(1, opcode, new byte[30]));

    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void theOldKindIsAnsweredInTheOldWay() throws IOException {
    Reply reply = client.ask(query(5, "admin.$cmd", BsonDocument.parse("{isMaster: 1}")));

    assertThat(reply.opcode()).isEqualTo(Opcodes.REPLY);
    assertThat(reply.responseTo()).isEqualTo(5);
    assertThat(reply.flags()).isEqualTo(8);
    assertThat(reply.document().getString("name").getValue()).isEqualTo("isMaster");
    assertThat(reply.document().getString("db").getValue()).isEqualTo("admin");

    BsonDocument wrapped = BsonDocument.parse("{$query: {ismaster: 1}, $readPreference: {}}");
    assertThat(client.ask(query(6, "admin.$cmd", wrapped)).document().getString("name").getValue())
        .isEqualTo("ismaster");
    assertThat(client.ask(query(7, "a.$cmd", BsonDocument.parse("{find: 'c'}"))).code())
        .isEqualTo(352);
  }

  @Test
  void aQueryOfTheOldKindEndsTheConnection() throws IOException {
    client.send(query(5, "db.collection", new BsonDocument()));

    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void whatIsCutOffIsRefused() throws IOException {
    assertThat(client.ask(message(1, Opcodes.MSG, new byte[] {0, 0})).code()).isEqualTo(22);
    assertThat(client.ask(message(1, Opcodes.MSG)).code()).isEqualTo(22);
    Reply reply = client.ask(message(1, Opcodes.QUERY, int32(0), new byte[] {'a', 'b'}));
    assertThat(reply.opcode()).isEqualTo(Opcodes.REPLY);
    assertThat(reply.code()).isEqualTo(22);
    byte[] nameOnly = {1, 5, 0, 0, 0, 'a'};
    assertThat(client.ask(msg(1, 0, nameOnly)).code()).isEqualTo(22);
    assertThat(
            client
                .ask(message(1, Opcodes.QUERY, int32(0), cstring("a.$cmd"), int32(0), int32(0)))
                .code())
        .isEqualTo(22);
  }

  @Test
  void anEmptyCommandHasNoName() throws IOException {
    byte[] message =
        message(1, Opcodes.QUERY, int32(0), cstring("a.$cmd"), int32(0), int32(-1), empty());
    assertThat(client.ask(message).code()).isEqualTo(352);
  }

  private static byte[] empty() {
    return BsonBytes.of(new BsonDocument());
  }

  @Test
  void theBodyOfACommandIsADocumentLikeAnyOther() throws IOException {
    BsonDocument[] seen = new BsonDocument[1];
    try (TestPort other =
            new TestPort(
                WireLimits.DEFAULT,
                call -> {
                  seen[0] = call.body();
                  call.reply(new BsonDocument());
                });
        WireClient asking = other.connect()) {
      asking.ask(
          msg(1, 0, body("{insert: 'c', $db: 'x'}"), sequence("documents", List.of(document(1)))));
    }
    BsonDocument same = BsonDocument.parse("{insert: 'c', $db: 'x', documents: [{a: 1}]}");
    assertThat(seen[0].keySet()).containsExactly("insert", "$db", "documents");
    assertThat(seen[0].size()).isEqualTo(3);
    assertThat(seen[0].getFirstKey()).isEqualTo("insert");
    assertThat(seen[0].getArray("documents")).isEqualTo(new BsonArray(List.of(document(1))));
    assertThat(seen[0].get("other")).isNull();
    assertThat(seen[0]).isEqualTo(same);
    assertThat(seen[0].hashCode()).isEqualTo(same.hashCode());
    assertThat(seen[0].toJson()).isEqualTo(same.toJson());
    assertThat(BsonBytes.of(seen[0])).isEqualTo(BsonBytes.of(same));
  }
}
