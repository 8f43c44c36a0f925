package dev.mayfly.mongo.wire;

import static dev.mayfly.mongo.wire.WireClient.body;
import static dev.mayfly.mongo.wire.WireClient.compressed;
import static dev.mayfly.mongo.wire.WireClient.message;
import static dev.mayfly.mongo.wire.WireClient.msg;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.compress.Compressor;
import dev.mayfly.mongo.wire.WireClient.Reply;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompressedMessagesTest {
  private static final int LIMIT = 1_000_000;

  private TestPort port;
  private WireClient client;

  @BeforeEach
  void open() throws IOException {
    port =
        new TestPort(
            WireLimits.DEFAULT.withRequests(LIMIT, 10 * LIMIT, 4),
            call -> {
              if (call.name().equals("agree")) {
                call.client().setCompressors(EnumSet.allOf(Compressor.class));
              }
              call.reply(new BsonDocument("body", call.body()));
            });
    client = connect();
  }

  /** A client that has agreed on all compressors. */
  private WireClient connect() throws IOException {
    WireClient agreed = port.connect();
    agreed.run("{agree: 1, $db: 'x'}");
    return agreed;
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    port.close();
  }

  private static byte[] plain(int size) {
    BsonDocument command =
        new BsonDocument("ping", new BsonString("ab".repeat(size / 2)))
            .append("$db", new BsonString("x"));
    return msg(1, 0, body(command));
  }

  @ParameterizedTest
  @EnumSource
  void aCompressedRequestIsAnsweredCompressed(Compressor compressor) throws IOException {
    for (int size : new int[] {0, 100, 10_000, 400_000}) {
      Reply reply = client.ask(compressed(plain(size), compressor));

      assertThat(reply.opcode()).isEqualTo(Opcodes.COMPRESSED);
      ByteBuffer payload = ByteBuffer.wrap(reply.payload()).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(payload.getInt()).isEqualTo(Opcodes.MSG);
      byte[] whole = new byte[payload.getInt()];
      assertThat(payload.get()).isEqualTo((byte) compressor.id());
      int length = compressor.decompress(reply.payload(), 9, reply.payload().length - 9, whole, 0);
      assertThat(length).isEqualTo(whole.length);
      BsonDocument document = new Reply(0, 0, Opcodes.MSG, whole).document();
      assertThat(document.getDocument("body").getString("ping").getValue()).hasSize(size / 2 * 2);
    }
    assertThat(port.port().heldBytes()).isZero();
  }

  @Test
  void whatIsNotReallyCompressedIsTakenToo() throws IOException {
    byte[] message = plain(10);
    byte[] content = Arrays.copyOfRange(message, 16, message.length);

    Reply reply = client.ask(compressed(message, 0, content, content.length));

    assertThat(reply.opcode()).isEqualTo(Opcodes.MSG);
    assertThat(reply.document().containsKey("body")).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void anAnnouncementThatIsWrongEndsTheConnection(Compressor compressor) throws IOException {
    byte[] message = plain(5_000);
    byte[] content = compressor.compress(message, 16, message.length - 16);
    for (int wrong : new int[] {-1, 0, 1, message.length - 17, message.length - 15, LIMIT + 1}) {
      try (WireClient other = connect()) {
        other.send(compressed(message, compressor.id(), content, wrong));
        assertThat(other.isClosed()).as("announced %d", wrong).isTrue();
      }
    }
    assertThat(port.port().heldBytes()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aBombDoesNotGoOff(Compressor compressor) throws IOException {
    byte[] zeros = new byte[10 * LIMIT];
    byte[] content = compressor.compress(zeros, 0, zeros.length);
    for (int announced : new int[] {zeros.length, LIMIT - 16}) {
      byte[] bomb = compressed(plain(0), compressor.id(), content, announced);
      try (WireClient other = connect()) {
        other.send(bomb);
        assertThat(other.isClosed()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void damageEndsTheConnectionOrIsRefused(Compressor compressor) throws IOException {
    long seed = Seeds.seed(CompressedMessagesTest.class);
    Random random = new Random(seed);
    byte[] message = plain(2_000);
    byte[] good = compressed(message, compressor);
    for (int i = 0; i < 200; i++) {
      byte[] damaged = good.clone();
      int place = 25 + random.nextInt(damaged.length - 25);
      damaged[place] ^= (byte) (1 + random.nextInt(255));
      try (WireClient other = connect()) {
        other.send(damaged);
        other.endOutput();
        other.isClosed();
      }
    }
    assertThat(client.ask(good).opcode()).as("seed %d", seed).isEqualTo(Opcodes.COMPRESSED);
  }

  @ParameterizedTest
  @EnumSource
  void aCompressorThatWasNotAgreedOnEndsTheConnection(Compressor compressor) throws IOException {
    try (WireClient other = port.connect()) {
      Reply reply = other.ask(compressed(plain(100), compressor));

      assertThat(reply.opcode()).isEqualTo(Opcodes.MSG);
      assertThat(reply.code()).isEqualTo(2);
      assertThat(reply.document().getString("errmsg").getValue())
          .isEqualTo(
              "This connection has not agreed on compression by "
                  + compressor.wireName()
                  + ": offer it in hello first");
      assertThat(other.isClosed()).isTrue();
    }
    assertThat(port.port().heldBytes()).isZero();
  }

  @Test
  void anUnknownCompressorEndsTheConnection() throws IOException {
    client.send(compressed(plain(0), 4, new byte[10], 10));

    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void aCompressedMessageIsNotCompressedAgain() throws IOException {
    byte[] once = compressed(plain(10), Compressor.ZLIB);
    client.send(compressed(once, Compressor.ZLIB));

    assertThat(client.isClosed()).isTrue();
  }

  @Test
  void aHeaderThatIsCutOffEndsTheConnection() throws IOException {
    client.send(message(1, Opcodes.COMPRESSED, new byte[8]));

    assertThat(client.isClosed()).isTrue();
  }
}
