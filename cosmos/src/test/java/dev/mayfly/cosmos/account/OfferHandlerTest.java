package dev.mayfly.cosmos.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.ResourceId;
import dev.mayfly.engine.ru.Throughput;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** The throughput of databases and containers. */
class OfferHandlerTest extends MetadataFixture {
  private static final String[] MANUAL = {"x-ms-offer-throughput", "400"};
  private static final String[] AUTOSCALE = {
    "x-ms-cosmos-offer-autopilot-settings", "{\"maxThroughput\":4000}"
  };
  private static final String[] QUERY = {"x-ms-documentdb-isquery", "true"};
  private static final String[] TO_AUTOSCALE = {"x-ms-cosmos-migrate-offer-to-autopilot", "true"};
  private static final String[] TO_MANUAL = {
    "x-ms-cosmos-migrate-offer-to-manual-throughput", "true"
  };

  private List<BsonDocument> offers() {
    return json(send("GET", "/offers", "")).getArray("Offers").stream()
        .map(each -> each.asDocument())
        .toList();
  }

  private String path() {
    return "/" + offers().get(0).getString("_self").getValue();
  }

  private Response put(String content, String... headers) {
    return send("PUT", path(), "{\"content\":" + content + "}", headers);
  }

  private Throughput throughput() {
    return engine.container(DATABASE, "c").definition().throughput();
  }

  @Test
  void anOfferShowsWhatWasSet() {
    BsonDocument c = created("", MANUAL);
    Response response = send("GET", path(), "");
    BsonDocument offer = json(response);
    String rid = offer.getString("_rid").getValue();
    assertThat(rid).hasSize(4);
    assertThat(offer.getString("id").getValue()).isEqualTo(rid);
    assertThat(offer.getString("_self").getValue()).isEqualTo("offers/" + rid + "/");
    assertThat(offer.getString("offerVersion").getValue()).isEqualTo("V2");
    assertThat(offer.getString("offerType").getValue()).isEqualTo("Invalid");
    assertThat(offer.get("resource")).isEqualTo(c.get("_self"));
    assertThat(offer.get("offerResourceId")).isEqualTo(c.get("_rid"));
    assertThat(offer.get("content"))
        .isEqualTo(
            parse(
                """
                {"offerThroughput":400,"offerIsRUPerMinuteThroughputEnabled":false,
                 "offerMinimumThroughputParameters":
                   {"maxThroughputEverProvisioned":400,"maxConsumedStorageEverInKB":0}}"""));
    assertThat(header(response, "x-ms-cosmos-min-throughput")).isEqualTo("400");
    assertThat(header(response, "x-ms-offer-replace-pending")).isEqualTo("false");
    assertThat(header(response, "etag")).isEqualTo(offer.getString("_etag").getValue());
  }

  @Test
  void onlyWhatWasGivenThroughputHasAnOffer() {
    send("POST", "/dbs", "{\"id\":\"s\"}", MANUAL);
    send("POST", "/dbs/s/colls", "{\"id\":\"shares\"}");
    created("");
    assertThat(offers()).hasSize(1);
    BsonDocument s = get("/dbs/s");
    assertThat(offers().get(0).get("resource")).isEqualTo(s.get("_self"));
    assertThat(put("{\"offerThroughput\":800}").status()).isEqualTo(200);
    assertThat(engine.database("s").throughput()).isEqualTo(Throughput.manual(800));
    assertStatus(404, send("GET", "/offers/AAAA", ""));
  }

  @Test
  void eachClientFindsItByItsOwnQuery() {
    send("POST", "/dbs", "{\"id\":\"s\"}", MANUAL);
    BsonDocument c = created("", AUTOSCALE);
    String rid = c.getString("_rid").getValue();
    String self = c.getString("_self").getValue();
    for (String query :
        List.of(
            "{\"query\":\"select * from c where c.offerResourceId = @resourceId\","
                + "\"parameters\":[{\"name\":\"@resourceId\",\"value\":\""
                + rid
                + "\"}]}",
            "{\"query\":\"SELECT * from root where root.resource = \\\"" + self + "\\\"\"}",
            "{\"query\":\"SELECT * FROM root r WHERE r.resource=@link\","
                + "\"parameters\":[{\"name\":\"@link\",\"value\":\""
                + self
                + "\"}]}")) {
      Response response = send("POST", "/offers", query, QUERY);
      assertStatus(200, response);
      assertThat(json(response).getArray("Offers")).as(query).hasSize(1);
      assertThat(json(response).getArray("Offers").get(0).asDocument().get("offerResourceId"))
          .isEqualTo(c.get("_rid"));
    }
  }

  @Test
  void manualThroughputIsChangedWithinItsBounds() {
    created("", MANUAL);
    BsonDocument offer = get(path());
    offer.getDocument("content").append("offerThroughput", parse("60000"));
    Response response = send("PUT", path(), offer.toJson());
    assertStatus(200, response);
    assertThat(header(response, "x-ms-cosmos-min-throughput")).isEqualTo("600");
    assertThat(json(response).get("_etag")).isNotEqualTo(offer.get("_etag"));
    assertThat(get(path())).isEqualTo(json(response));
    assertThat(get(C).get("_etag")).isEqualTo(json(response).get("_etag"));
    assertBad("minimum of 600", put("{\"offerThroughput\":500}"));
    for (String bad : List.of("650", "0", "-100", "1000100", "600.5", "\"700\"", "null")) {
      assertBad("between 400 and 1000000", put("{\"offerThroughput\":" + bad + "}"));
    }
    assertThat(throughput()).isEqualTo(Throughput.manual(60000));
    assertStatus(200, put("{\"offerThroughput\":600.0}"));
    assertThat(throughput()).isEqualTo(Throughput.manual(600));
    assertBad("minimum of 600", put("{\"offerThroughput\":400}"));
  }

  @Test
  void autoscaleShowsItsMaximumAndWhereItStands() {
    created("", AUTOSCALE);
    BsonDocument content = get(path()).getDocument("content");
    assertThat(content.getNumber("offerThroughput").intValue()).isEqualTo(400);
    assertThat(content.get("offerAutopilotSettings")).isEqualTo(parse("{\"maxThroughput\":4000}"));
    Response raised = put("{\"offerAutopilotSettings\":{\"maxThroughput\":50000}}");
    assertThat(header(raised, "x-ms-cosmos-min-throughput")).isEqualTo("5000");
    assertBad("minimum of 5000", put("{\"offerAutopilotSettings\":{\"maxThroughput\":4000}}"));
    assertBad("increments of 1000", put("{\"offerAutopilotSettings\":{\"maxThroughput\":5500}}"));
    assertThat(throughput()).isEqualTo(Throughput.autoscale(50000));
  }

  @Test
  void betweenManualAndAutoscaleAHeaderIsNeeded() {
    created("", "x-ms-offer-throughput", "1500");
    assertBad(TO_AUTOSCALE[0], put("{\"offerAutopilotSettings\":{\"maxThroughput\":4000}}"));
    assertStatus(200, put("{\"offerThroughput\":-1}", TO_AUTOSCALE));
    assertThat(throughput()).isEqualTo(Throughput.autoscale(2000));
    assertBad(TO_MANUAL[0], put("{\"offerThroughput\":1000}"));
    assertStatus(200, put("{\"offerAutopilotSettings\":{\"maxThroughput\":-1}}", TO_MANUAL));
    assertThat(throughput()).isEqualTo(Throughput.manual(2000));
    assertThat(get(path()).getDocument("content").containsKey("offerAutopilotSettings")).isFalse();
    assertStatus(400, put("{}", TO_MANUAL[0], "true", TO_AUTOSCALE[0], "true"));
  }

  @Test
  void anOfferOfAnotherOrOfAnEarlierVersionIsRefused() {
    created("", MANUAL);
    String etag = get(path()).getString("_etag").getValue();
    assertBad(
        "another owner",
        send("PUT", path(), "{\"offerResourceId\":\"x\",\"content\":{\"offerThroughput\":500}}"));
    assertBad("no content", send("PUT", path(), "{}"));
    assertStatus(200, put("{\"offerThroughput\":500}", "If-Match", etag));
    assertStatus(412, put("{\"offerThroughput\":600}", "If-Match", etag));
    assertThat(throughput()).isEqualTo(Throughput.manual(500));
    assertStatus(405, send("DELETE", path(), ""));
    assertStatus(405, send("POST", "/offers", "{}"));
  }

  @Test
  void aReplacedContainerKeepsItsThroughput() {
    created("", MANUAL);
    assertStatus(200, put("{\"offerThroughput\":90000}"));
    assertStatus(200, put("{\"offerThroughput\":1000}"));
    replaced("\"defaultTtl\":5");
    assertThat(throughput()).isEqualTo(Throughput.manual(1000));
    assertThat(header(send("GET", path(), ""), "x-ms-cosmos-min-throughput")).isEqualTo("900");
  }

  @Test
  void idsOfOffersAreShortAndDiffer() {
    Set<String> ids = new HashSet<>();
    for (int number : new int[] {1, 2, 255, 256, 1 << 16, (1 << 24) - 1}) {
      assertThat(ResourceId.offer(number)).hasSize(4);
      ids.add(ResourceId.offer(number));
    }
    for (int number : new int[] {1 << 24, (1 << 24) + 1, Integer.MAX_VALUE}) {
      ids.add(ResourceId.offer(number));
    }
    assertThat(ids).hasSize(9);
  }

  @Test
  void offersAreListedWhileDatabasesComeAndGo() throws Exception {
    created("", MANUAL);
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Void> others =
        CompletableFuture.runAsync(
            () -> {
              while (!stop.get()) {
                engine.createDatabase("brief");
                engine.deleteDatabase("brief");
              }
            });
    try {
      for (int i = 0; i < 3_000; i++) {
        Response response = send("GET", "/offers", "");
        assertThat(response.status()).isEqualTo(200);
        assertThat(json(response).getArray("Offers")).hasSize(1);
      }
    } finally {
      stop.set(true);
      others.get(10, TimeUnit.SECONDS);
    }
  }
}
