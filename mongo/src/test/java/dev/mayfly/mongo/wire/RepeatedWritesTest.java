package dev.mayfly.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.driver.DriverServer;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The same numbered write on several connections at once, as of a client that lost patience. */
class RepeatedWritesTest {
  private static final int WRITES = 200;

  private static byte[] increment(long number) {
    return WireClient.msg(
        1,
        0,
        WireClient.body(
            "{update: 'c', updates: [{q: {n: {$gte: 0}}, u: {$inc: {n: 1}}}],"
                + " lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAA==', subType: '04'}}},"
                + " txnNumber: {$numberLong: '"
                + number
                + "'}, $db: 'd'}"));
  }

  @Test
  void aWriteThatIsSentSeveralTimesAtOnceIsDoneOnce() throws IOException {
    try (DriverServer server = DriverServer.inMemory(UnaryOperator.identity());
        WireClient one = new WireClient(server.port());
        WireClient two = new WireClient(server.port());
        WireClient three = new WireClient(server.port())) {
      one.run("{insert: 'c', documents: [{_id: 1, n: 0}], $db: 'd'}");
      for (int number = 1; number <= WRITES; number++) {
        for (WireClient each : List.of(one, two, three)) {
          each.send(increment(number));
        }
        for (WireClient each : List.of(one, two, three)) {
          assertThat(each.receive().document().getInt32("nModified").getValue()).isEqualTo(1);
        }
      }
      assertThat(one.run("{find: 'c', filter: {n: " + WRITES + "}, $db: 'd'}").toString())
          .contains("\"_id\": 1");
    }
  }
}
