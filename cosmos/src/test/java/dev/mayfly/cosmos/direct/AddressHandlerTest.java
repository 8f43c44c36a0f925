package dev.mayfly.cosmos.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.CosmosOptions;
import dev.mayfly.cosmos.SignedHeaders;
import dev.mayfly.cosmos.http.RawClient;
import dev.mayfly.cosmos.http.RawClient.Answer;
import dev.mayfly.cosmos.resource.Directory;
import java.util.OptionalInt;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** The addresses that clients in direct mode get, and the errors if they can't be served. */
class AddressHandlerTest {
  private static final String MASTER = "/addresses/?$resolveFor=dbs&$filter=protocol%20eq%20rntbd";

  private static Answer get(DirectFixture fixture, String host, String target, String signed)
      throws Exception {
    try (RawClient client = RawClient.plain(fixture.server().port())) {
      return client
          .send("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + signed + "\r\n")
          .read();
    }
  }

  private static String local(DirectFixture fixture) {
    return "localhost:" + fixture.server().port();
  }

  private static String items(DirectFixture fixture, String ranges) {
    String rid = Directory.rid(fixture.engine().container("db", "c"));
    return "//addresses/?%24resolveFor=dbs%2Fdb%2Fcolls%2F"
        + rid
        + "%2Fdocs&$filter=protocol%20eq%20rntbd&$partitionKeyRangeIds="
        + ranges;
  }

  private static String signed(DirectFixture fixture) throws Exception {
    String rid = Directory.rid(fixture.engine().container("db", "c"));
    return SignedHeaders.of("get", "docs", "dbs/db/colls/" + rid);
  }

  @Test
  void aRangeHasAPrimaryAndASecondary() throws Exception {
    try (DirectFixture fixture = new DirectFixture()) {
      Answer answer = get(fixture, local(fixture), items(fixture, "0,9"), signed(fixture));
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      BsonDocument feed = BsonDocument.parse(answer.body());
      assertThat(feed.getInt32("_count").getValue()).isEqualTo(2);
      assertThat(feed.getArray("Addresss"))
          .extracting(each -> each.asDocument().getBoolean("isPrimary").getValue())
          .containsExactly(true, false);
      for (BsonValue each : feed.getArray("Addresss")) {
        assertThat(each.asDocument().getString("partitionKeyRangeId").getValue()).isEqualTo("0");
        assertThat(each.asDocument().getString("physcialUri").getValue())
            .startsWith("rntbd://localhost:" + fixture.port() + "/");
      }
    }
  }

  @Test
  void whatIsInNoContainerHasAddressesToo() throws Exception {
    try (DirectFixture fixture = new DirectFixture()) {
      Answer answer = get(fixture, local(fixture), MASTER, SignedHeaders.of("get", "dbs", ""));
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(BsonDocument.parse(answer.body()).getArray("Addresss")).hasSize(2);
    }
  }

  @Test
  void whoDoesNotSignIsReportedNothing() throws Exception {
    try (DirectFixture fixture = new DirectFixture()) {
      assertThat(get(fixture, local(fixture), MASTER, "").status()).isEqualTo(401);
      assertThat(get(fixture, local(fixture), items(fixture, "0"), "").status()).isEqualTo(401);
      assertThat(get(fixture, local(fixture), "/addresses/", "").status()).isEqualTo(400);
    }
  }

  @Test
  void whereItIsOffClientsNotifyUseGatewayMode() throws Exception {
    try (DirectFixture fixture =
        new DirectFixture(CosmosOptions.defaults().withDirectPort(OptionalInt.empty()))) {
      assertThat(fixture.server().directPort()).isEmpty();
      refused(fixture, local(fixture), "switched off", "gatewayMode()");
    }
  }

  @Test
  void whoCannotReachThePortIsReportedToUseGatewayMode() throws Exception {
    try (DirectFixture fixture = new DirectFixture()) {
      refused(fixture, "localhost", "by port 80,", "gatewayMode()");
      refused(fixture, "localhost:1", "by port 1,", "gatewayMode()");
      refused(fixture, "[::1]:" + fixture.server().port(), "IPv4", "ConnectionMode.Gateway");
    }
  }

  private static void refused(DirectFixture fixture, String host, String... words)
      throws Exception {
    Answer answer = get(fixture, host, MASTER, SignedHeaders.of("get", "dbs", ""));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body()).contains(words);
  }
}
