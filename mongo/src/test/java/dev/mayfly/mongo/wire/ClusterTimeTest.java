package dev.mayfly.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.driver.DriverServer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** What clients say to be the greatest cluster time that they have seen. */
class ClusterTimeTest {
  private final DriverServer server = DriverServer.shared();

  private BsonDocument ping(String clusterTime) throws IOException {
    try (WireClient client = new WireClient(server.port())) {
      return client.run("{ping: 1, $db: 'admin', $clusterTime: " + clusterTime + "}");
    }
  }

  private static String at(long second) {
    return "{clusterTime: {$timestamp: {t: %s, i: 1}}, signature: {}}".formatted(second);
  }

  @Test
  void aTimeOfAnotherAgeIsRefused() throws IOException {
    long now = server.clock().epochSecond();

    BsonDocument reply = ping(at(now + 1000));
    assertThat(reply.getDouble("ok").getValue()).isEqualTo(1);
    long shown = reply.getDocument("$clusterTime").getTimestamp("clusterTime").getTime();
    assertThat(shown).isLessThan(now + 1000);
    assertThat(ping(at(now + TimeUnit.DAYS.toSeconds(366))).getInt32("code").getValue())
        .isEqualTo(205);
  }

  @Test
  void whatIsNoTimeIsRefused() throws IOException {
    assertThat(ping("{clusterTime: 1}").getInt32("code").getValue()).isEqualTo(14);
    assertThat(ping("1").getInt32("code").getValue()).isEqualTo(14);
    assertThat(ping("{}").getInt32("code").getValue()).isEqualTo(4);
  }
}
