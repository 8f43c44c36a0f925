package dev.mayfly.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.driver.DriverServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** currentOp while messages of other clients are being read. */
class CurrentOpTest {
  private static final int ROUNDS = 300;

  /** Right and wrong in turns. */
  private static byte[] burst(String... commands) {
    List<byte[]> messages = new ArrayList<>();
    int length = 0;
    for (int i = 0; i < 40; i++) {
      byte[] message = WireClient.msg(i, 0, WireClient.body(commands[i % commands.length]));
      messages.add(message);
      length += message.length;
    }
    byte[] all = new byte[length];
    int at = 0;
    for (byte[] each : messages) {
      System.arraycopy(each, 0, all, at, each.length);
      at += each.length;
    }
    return all;
  }

  @Test
  void anActiveOperationAlwaysSaysWhatItIs() throws IOException {
    String filter = "{a: {$in: [" + "1, ".repeat(2_000) + "1]}}";
    byte[] burst =
        burst(
            "{find: 'c', filter: " + filter + ", $db: 'd'}", "{find: 'c', filter: " + filter + "}");
    try (DriverServer server = DriverServer.inMemory(UnaryOperator.identity());
        WireClient busy = new WireClient(server.port());
        WireClient asking = new WireClient(server.port())) {
      int seen = 0;
      for (int round = 0; round < ROUNDS; round++) {
        busy.send(burst);
        for (int i = 0; i < 40; i++) {
          BsonDocument answer = asking.run("{currentOp: 1, $db: 'admin'}");
          assertThat(answer.getNumber("ok").intValue()).as(answer.toString()).isEqualTo(1);
          for (BsonValue each : answer.getArray("inprog")) {
            assertThat(each.asDocument()).containsKeys("op", "opid", "ns");
            seen += each.asDocument().get("op").asString().getValue().equals("query") ? 1 : 0;
          }
          busy.receive();
        }
      }
      assertThat(seen).isPositive();
    }
  }
}
