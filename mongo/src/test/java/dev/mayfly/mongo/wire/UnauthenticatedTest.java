package dev.mayfly.mongo.wire;

import static dev.mayfly.mongo.wire.WireClient.body;
import static dev.mayfly.mongo.wire.WireClient.compressed;
import static dev.mayfly.mongo.wire.WireClient.msg;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.call.RunningOperation;
import dev.mayfly.mongo.compress.Compressor;
import dev.mayfly.mongo.wire.WireClient.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client can have before it has authenticated. */
class UnauthenticatedTest {
  private static final int MOST = WireLimits.DEFAULT.unauthenticatedBytesMax();

  private final BlockingQueue<RunningOperation> held = new LinkedBlockingQueue<>();
  private TestPort port;
  private WireClient client;

  private void answer(RunningOperation call) {
    switch (call.name()) {
      case "agree" -> call.client().setCompressors(EnumSet.allOf(Compressor.class));
      case "logIn" -> call.client().setUser(port.user(call.database()));
      case "logOut" -> call.client().setUser(null);
      case "hold" -> {
        held.add(call);
        return;
      }
      default -> {
        // Only answered.
      }
    }
    call.reply(new BsonDocument("name", new BsonString(call.name())));
  }

  @BeforeEach
  void open() throws IOException {
    port = new TestPort(WireLimits.DEFAULT.withRequests(2_000_000, 4_000_000, 64), this::answer);
    port.addUser("ann");
    port.addUser("eve");
    client = port.connect();
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    port.close();
  }

  /** A message of so many bytes. */
  private static byte[] message(String name, int size) {
    BsonDocument empty = command(name, 0);
    int rest = size - msg(1, 0, body(empty)).length;
    return msg(1, 0, body(command(name, rest)));
  }

  private static BsonDocument command(String name, int bytes) {
    return new BsonDocument(name, new BsonBinary(new byte[bytes]))
        .append("$db", new BsonString("ann"));
  }

  private static void assertRefused(Reply reply) {
    assertThat(reply.code()).isEqualTo(13);
    assertThat(reply.document().getString("errmsg").getValue())
        .isEqualTo("A message of more than 16384 bytes requires authentication");
  }

  @Test
  void onlySmallMessagesAreRead() throws IOException {
    assertThat(client.ask(message("ping", MOST)).document()).containsKey("name");
    for (int size : new int[] {MOST + 1, 100_000, 2_000_000}) {
      assertRefused(client.ask(message("ping", size)));
      assertThat(port.port().heldBytes()).isZero();
    }
    assertThat(client.run("{logIn: 1, $db: 'ann'}")).containsKey("name");
    assertThat(client.ask(message("ping", 2_000_000)).document()).containsKey("name");
    assertThat(client.run("{logOut: 1, $db: 'ann'}")).containsKey("name");
    assertRefused(client.ask(message("ping", MOST + 1)));
  }

  @Test
  void whatALargeMessageIsUnpackedToCountsToo() throws IOException {
    client.run("{agree: 1, $db: 'x'}");
    for (Compressor each : Compressor.values()) {
      assertThat(client.ask(compressed(message("ping", MOST), each)).opcode())
          .isEqualTo(Opcodes.COMPRESSED);
      assertRefused(client.ask(compressed(message("ping", MOST + 1), each)));
      assertRefused(client.ask(compressed(message("ping", 2_000_000), each)));
    }
    assertThat(port.port().heldBytes()).isZero();
  }

  @Test
  void theNextMessageIsReadWhenTheOneBeforeItIsAnswered() throws Exception {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(message("hold", 1000));
    both.writeBytes(message("ping", 100_000));
    client.send(both.toByteArray());
    RunningOperation first = held.take();
    assertThat(port.clients().requestsTotal()).isEqualTo(1);
    first.client().setUser(port.user("ann"));
    first.reply(new BsonDocument());

    client.receive();
    assertThat(client.receive().document()).containsKey("name");
  }

  @Test
  void oneUserCannotHoldWhatAnotherNeeds() throws Exception {
    try (WireClient second = port.connect();
        WireClient third = port.connect();
        WireClient other = port.connect()) {
      client.run("{logIn: 1, $db: 'eve'}");
      second.run("{logIn: 1, $db: 'eve'}");
      third.run("{logIn: 1, $db: 'eve'}");
      other.run("{logIn: 1, $db: 'ann'}");

      client.send(message("hold", 1_900_000));
      RunningOperation first = held.take();
      second.send(message("hold", 300_000));
      RunningOperation next = held.take();
      assertThat(third.ask(message("ping", 300_000)).code()).isEqualTo(462);
      assertThat(third.ask(message("ping", 60_000)).document()).containsKey("name");
      assertThat(other.ask(message("ping", 1_900_000)).document()).containsKey("name");

      first.reply(new BsonDocument());
      next.reply(new BsonDocument());
      client.receive();
      assertThat(third.ask(message("ping", 300_000)).document()).containsKey("name");
    }
  }
}
