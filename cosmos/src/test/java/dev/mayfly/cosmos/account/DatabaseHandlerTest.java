package dev.mayfly.cosmos.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.MetadataFixture;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.ru.Throughput;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Databases: made, found, listed, deleted. */
class DatabaseHandlerTest extends MetadataFixture {
  private static final String[] QUERY = {"x-ms-documentdb-isquery", "true"};

  private Response create(String id, String... headers) {
    return send("POST", "/dbs", "{\"id\":\"" + id + "\"}", headers);
  }

  @Test
  void aNewDatabaseIsFoundByNameAndByRid() {
    Response response = create("x");
    assertStatus(201, response);
    BsonDocument x = json(response);
    Database database = engine.database("x");
    String rid = Directory.rid(database);
    assertThat(x.keySet())
        .containsExactlyInAnyOrder("id", "_rid", "_self", "_etag", "_colls", "_users", "_ts");
    assertThat(x.getString("_rid").getValue()).isEqualTo(rid);
    assertThat(x.getString("_self").getValue()).isEqualTo("dbs/" + rid + "/");
    assertThat(x.getString("_colls").getValue()).isEqualTo("colls/");
    assertThat(x.getString("_users").getValue()).isEqualTo("users/");
    assertThat(x.getNumber("_ts").longValue()).isEqualTo(START);
    assertThat(header(response, "etag")).isEqualTo(x.getString("_etag").getValue());
    assertThat(database.throughput()).isEqualTo(Throughput.NONE);
    assertThat(get("/dbs/x")).isEqualTo(x);
    assertThat(get("/dbs/x/")).isEqualTo(x);
    assertThat(get("/dbs/" + rid)).isEqualTo(x);
  }

  @Test
  void refusalsSayWhatTheServiceSays() {
    String gone = "Resource Not Found. Learn more: https://aka.ms/cosmosdb-tsg-not-found";
    assertErrors(404, 0, gone, send("GET", "/dbs/none", ""));
    assertErrors(404, 0, gone, send("DELETE", "/dbs/none", ""));
    assertErrors(
        409, 0, "Resource with specified id, name, or unique index already exists.", create("d"));
    assertErrors(
        400,
        0,
        "The input content is invalid because the required properties - 'id; ' - are missing",
        send("POST", "/dbs", "{}"));
    for (String id : List.of("", "/own", "a/b", "a\\\\b", "a?", "#", "end ", "x".repeat(256))) {
      assertStatus(400, create(id));
    }
    assertStatus(400, send("POST", "/dbs", "nonsense"));
    assertStatus(405, send("PUT", "/dbs/d", "{}"));
    assertStatus(405, send("PUT", "/dbs", "{}"));
    assertThat(engine.databases()).hasSize(1);
  }

  @Test
  void throughputIsSharedByTheContainers() {
    create("m", "x-ms-offer-throughput", "500");
    create("a", "x-ms-cosmos-offer-autopilot-settings", "{\"maxThroughput\":4000}");
    assertThat(engine.database("m").throughput()).isEqualTo(Throughput.manual(500));
    assertThat(engine.database("a").throughput()).isEqualTo(Throughput.autoscale(4000));
    String[] own = {"x-ms-offer-throughput", "700"};
    assertStatus(201, send("POST", "/dbs/m/colls", "{\"id\":\"shares\"}"));
    assertStatus(201, send("POST", "/dbs/m/colls", "{\"id\":\"own\"}", own));
    assertStatus(201, send("POST", "/dbs/d/colls", "{\"id\":\"free\"}"));
    assertThat(throughput("m", "shares")).isEqualTo(Throughput.SHARED);
    assertThat(throughput("m", "own")).isEqualTo(Throughput.manual(700));
    assertThat(throughput("d", "free")).isEqualTo(Throughput.NONE);
  }

  private Throughput throughput(String database, String container) {
    return engine.container(database, container).definition().throughput();
  }

  @Test
  void throughputThatCannotBeIsRefused() {
    String text =
        "The offer should have valid throughput values between 400 and 1000000 inclusive in"
            + " increments of 100.";
    for (String value : List.of("0", "399", "450", "1000100", "-400", "4e2", "much")) {
      assertErrors(400, 0, text, create("x", "x-ms-offer-throughput", value));
    }
    for (String value :
        List.of(
            "{\"maxThroughput\":999}",
            "{\"maxThroughput\":1500}",
            "{\"maxThroughput\":1000.5}",
            "{\"maxThroughput\":\"4000\"}",
            "{}",
            "4000")) {
      assertStatus(400, create("x", "x-ms-cosmos-offer-autopilot-settings", value));
    }
    assertStatus(
        400,
        create(
            "x",
            "x-ms-offer-throughput",
            "400",
            "x-ms-cosmos-offer-autopilot-settings",
            "{\"maxThroughput\":4000}"));
    assertThat(engine.databases()).hasSize(1);
  }

  @Test
  void theyAreListedAndQueriedWithoutOurOwn() {
    engine.createDatabase("/cosmos");
    create("b");
    Response first = send("GET", "/dbs", "", "x-ms-max-item-count", "1");
    assertThat(ids(first)).containsExactly("b");
    Response second =
        send("GET", "/dbs", "", "x-ms-continuation", header(first, "x-ms-continuation"));
    assertThat(ids(second)).containsExactly("d");
    assertThat(header(second, "x-ms-continuation")).isNull();
    assertThat(json(second).getString("_rid").getValue()).isEmpty();
    String query =
        "{\"query\":\"SELECT * FROM root r WHERE r.id=@id\","
            + "\"parameters\":[{\"name\":\"@id\",\"value\":\"d\"}]}";
    assertThat(ids(send("POST", "/dbs", query, QUERY))).containsExactly("d");
    assertStatus(404, send("GET", "/dbs/%2Fcosmos", ""));
  }

  private static List<String> ids(Response feed) {
    return json(feed).getArray("Databases").stream()
        .map(each -> each.asDocument().getString("id").getValue())
        .toList();
  }

  @Test
  void deletingDeletesWhatIsInIt() {
    String c = created("").getString("_rid").getValue();
    String d = get("/dbs/d").getString("_rid").getValue();
    assertStatus(412, send("DELETE", "/dbs/d", "", "If-Match", "\"other\""));
    String etag = get("/dbs/d").getString("_etag").getValue();
    assertStatus(304, send("GET", "/dbs/d", "", "If-None-Match", etag));
    assertStatus(304, send("GET", "/dbs/d", "", "If-None-Match", "*"));
    assertStatus(304, send("GET", "/dbs/d", "", "If-None-Match", "\"x\", W/" + etag));
    assertStatus(200, send("GET", "/dbs/d", "", "If-None-Match", "\"x\", \"y\""));
    assertStatus(204, send("DELETE", "/dbs/d", "", "If-Match", etag));
    assertThat(childrenDeleted).containsExactlyInAnyOrder(c, d);
    assertStatus(404, send("GET", "/dbs/d", ""));
    assertStatus(404, send("GET", C, ""));
  }
}
