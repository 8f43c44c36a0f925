package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.resource.Directory;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.ru.Throughput;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Single items: what writes and reads answer. */
class ItemWriteTest extends ItemFixture {
  private static final String MISSING =
      "Entity with the specified id does not exist in the system.";
  private static final String UNMET =
      "Operation cannot be performed because one of the specified precondition is not met.";

  private Container container;

  @BeforeEach
  void createContainer() {
    container = container(null);
  }

  @Test
  void answersACreateWithTheItemAndWhereItIs() {
    Response response = create(item("a", "\"n\":1"));

    assertStatus(response, 201);
    BsonDocument document = json(response);
    assertThat(document.keySet())
        .containsExactly("id", "pk", "n", "_rid", "_self", "_etag", "_attachments", "_ts");
    assertThat(document.getNumber("_ts").longValue()).isEqualTo(START);
    String etag = document.getString("_etag").getValue();
    assertThat(etag).matches("\"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\"");
    assertThat(response.headers().get("etag")).isEqualTo(etag);
    String rid = document.getString("_rid").getValue();
    String containerRid = response.headers().get("x-ms-content-path");
    assertThat(rid).hasSize(24).startsWith(containerRid.substring(0, 10));
    assertThat(document.getString("_self").getValue())
        .isEqualTo(
            "dbs/"
                + Directory.rid(engine.database(DATABASE))
                + "/colls/"
                + containerRid
                + "/docs/"
                + rid
                + "/");
    assertThat(response.headers().get("x-ms-alt-content-path")).isEqualTo("dbs/d/colls/c");
    assertThat(response.headers().get("x-ms-session-token")).matches("0:-1#[0-9]+");
    assertThat(response.headers().get("x-ms-item-lsn")).isEqualTo(response.headers().get("lsn"));
    assertThat(response.chargeCentiRu()).isGreaterThan(495);
  }

  @Test
  void readsWhatWasWritten() {
    Response written = create(item("a", "\"n\":1.5,\"deep\":{\"x\":[1,null,\"ä\\\"\"]}"));
    Response read = get("a");

    assertStatus(read, 200);
    assertThat(text(read)).isEqualTo(text(written));
    assertThat(read.headers().get("etag")).isEqualTo(written.headers().get("etag"));
    assertThat(read.chargeCentiRu()).isEqualTo(100);
    assertThat(read.headers().contains("x-mayfly-ttl-remaining-seconds")).isFalse();
    assertThat(text(read)).isEqualTo(text(get("a", "If-None-Match", "\"other\"")));
    String etag = read.headers().get("etag");
    for (String condition : List.of("*", "W/" + etag, "\"other\", " + etag)) {
      assertStatus(get("a", "If-None-Match", condition), 304);
    }
    assertStatus(get("a", "If-None-Match", "\"other\", W/\"x\""), 200);
    Response known = get("a", "If-None-Match", etag);
    assertStatus(known, 304);
    assertThat(known.headers().get("etag")).isEqualTo(read.headers().get("etag"));
  }

  @Test
  void chargesAReadOfNothing() {
    Response response = get("a");

    assertRefused(response, 404, 0, MISSING);
    assertThat(response.chargeCentiRu()).isEqualTo(100);
    assertThat(response.headers().get("x-ms-session-token")).isNotNull();
  }

  @Test
  void upsertsAsCreateAndAsReplace() {
    assertStatus(upsert(item("a", "\"n\":1")), 201);
    Response second = upsert(item("a", "\"n\":2"));
    assertStatus(second, 200);
    assertThat(json(second).getNumber("n").intValue()).isEqualTo(2);
    assertThat(json(second).getString("_rid")).isEqualTo(json(get("a")).getString("_rid"));
  }

  @Test
  void ignoresTheServersPropertiesInABody() {
    created("a", "");
    String before = text(get("a"));
    Response response = replace("a", before.replace("\"_ts\":", "\"_ts\":1"));

    assertStatus(response, 200);
    assertThat(json(response).keySet())
        .containsExactly("id", "pk", "_rid", "_self", "_etag", "_attachments", "_ts");
    assertThat(json(response).getNumber("_ts").longValue()).isEqualTo(START);
    assertThat(response.headers().get("etag")).isNotEqualTo(json(response).getString("_rid"));
  }

  @Test
  void deletes() {
    created("a", "");
    Response response = delete("a");
    assertStatus(response, 204);
    assertThat(response.headers().get("x-ms-session-token")).matches("0:-1#[0-9]+");
    assertRefused(delete("a"), 404, 0, MISSING);
    assertRefused(replace("a", item("a", "")), 404, 0, MISSING);
  }

  @Test
  void sendsNoBodyIfNoneIsWanted() {
    Response created = create(item("a", ""), MINIMAL);
    assertStatus(created, 201);
    assertThat(created.body()).isEmpty();
    assertThat(created.headers().get("etag")).isEqualTo(get("a").headers().get("etag"));
    Response replaced = replace("a", item("a", "\"n\":2"), MINIMAL);
    assertStatus(replaced, 200);
    assertThat(replaced.body()).isEmpty();
  }

  @Test
  void refusesASecondCreate() {
    created("a", "");
    assertRefused(create(item("a", "")), 409, 0, "already exists");
    assertRefused(create(item("a", ""), "If-None-Match", "*"), 409, 0, "already exists");
  }

  @Test
  void holdsToIfMatch() {
    String first = created("a", "");
    Response replaced = replace("a", item("a", "\"n\":2"), "If-Match", first);
    assertStatus(replaced, 200);
    String second = replaced.headers().get("etag");

    assertRefused(replace("a", item("a", ""), "If-Match", first), 412, 0, UNMET);
    assertRefused(upsert(item("a", ""), "If-Match", first), 412, 0, UNMET);
    assertRefused(delete("a", "If-Match", first), 412, 0, UNMET);
    assertRefused(delete("a", "If-Match", "\"nonsense\""), 412, 0, UNMET);
    assertStatus(upsert(item("a", "\"n\":3"), "If-Match", second), 200);
    assertStatus(replace("a", item("a", "\"n\":4"), "If-Match", "*"), 200);
    assertStatus(upsert(item("a", "\"n\":5"), "If-Match", "*"), 200);
    assertStatus(upsert(item("b", ""), "If-Match", "*"), 201);
    assertStatus(upsert(item("d", ""), "If-Match", first), 201);
    assertRefused(upsert(item("d", ""), "If-Match", first), 412, 0, UNMET);
    assertRefused(upsert(item("a", ""), "If-None-Match", "*"), 412, 0, UNMET);
    assertStatus(upsert(item("c", ""), "If-None-Match", "*"), 201);
    assertStatus(delete("a", "If-Match", "*"), 204);
    assertThat(scanned(container)).containsExactlyInAnyOrder("b", "c", "d");
  }

  @Test
  void refusesBodiesThatAreNoItems() {
    assertRefused(
        create("{\"pk\":\"p\"}"),
        400,
        0,
        "The input content is invalid because the required properties - 'id; ' - are missing");
    assertStatus(create("{\"id\":1,\"pk\":\"p\"}"), 400);
    assertStatus(create(""), 400);
    assertStatus(create("[]"), 400);
    assertStatus(create("{\"id\":\"a\",\"pk\":\"p\""), 400);
    assertThat(scanned(container)).isEmpty();
  }

  @Test
  void refusesIdsThatNoPathCouldName() {
    for (String id : new String[] {"a/b", "a\\\\b"}) {
      assertRefused(create(item(id, "")), 400, 0, "contains invalid character");
    }
    assertRefused(create(item("", "")), 400, 0, "non-empty");
    assertRefused(create(item("x".repeat(1024), "")), 400, 0, "less than '1024'");
    assertRefused(create(item("ä".repeat(512), "")), 400, 0, "less than '1024'");
    assertThat(scanned(container)).isEmpty();
  }

  @Test
  void takesEveryOtherId() {
    for (String id :
        new String[] {
          "x".repeat(1023), "ä".repeat(511), " a + b%", "日本語", ".", "a?b", "a#b", "a "
        }) {
      assertStatus(create(item(id, "")), 201);
      assertStatus(get(id), 200);
      assertStatus(replace(id, item(id, "\"n\":1")), 200);
      assertStatus(delete(id), 204);
    }
    assertRefused(get("x".repeat(5000)), 404, 0, MISSING);
  }

  @Test
  void aReplaceMayChangeTheId() {
    String etag = created("a", "\"n\":1");
    Response renamed = replace("a", item("b", "\"n\":2"), "If-Match", etag);
    assertStatus(renamed, 200);
    assertThat(json(renamed)).isEqualTo(json(get("b")));
    assertThat(renamed.headers().get("etag")).isEqualTo(get("b").headers().get("etag"));
    assertThat(scanned(container)).containsExactly("b");
    assertRefused(replace("a", item("c", "")), 404, 0, MISSING);
    assertRefused(replace("b", item("c", ""), "If-Match", etag), 412, 0, UNMET);
    created("c", "");
    assertRefused(replace("b", item("c", "")), 409, 0, "already exists");
    assertRefused(replace("b", "{\"id\":\"d\",\"pk\":\"q\"}"), 400, 1001, "PartitionKey extracted");
    assertThat(scanned(container)).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void refusesASessionThatIsAhead() {
    Response created = create(item("a", ""));
    String token = created.headers().get("x-ms-session-token");
    assertThat(token).matches("0:-1#[0-9]+");
    String ahead = "The read session is not available for the input session token.";
    for (String seen : new String[] {token, "0:-1#0", "0:0", "0:-1#1#4=1", token + ",1:-1#0"}) {
      assertStatus(get("a", "x-ms-session-token", seen), 200);
    }
    for (String unseen : new String[] {"0:-1#9999", "0:9999", "0:1#9999#4=1", "1:-1#0,0:-1#9999"}) {
      assertRefused(get("a", "x-ms-session-token", unseen), 404, 1002, ahead);
      assertRefused(get("none", "x-ms-session-token", unseen), 404, 1002, ahead);
      assertRefused(send("GET", DOCS, "", "x-ms-session-token", unseen), 404, 1002, ahead);
      assertStatus(upsert(item("a", ""), "x-ms-session-token", unseen), 200);
    }
    assertStatus(get("a", "x-ms-session-token", "0:-1#"), 400);
    assertStatus(get("a", "x-ms-session-token", "nonsense"), 400);
  }

  @Test
  void everyAnswerNamesItsRange() {
    String range = "x-ms-documentdb-partitionkeyrangeid";
    Response created = create(item("a", ""));
    Response read = get("a");
    String[] batch = {"x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "true"};
    String[] bulk = {
      "x-ms-cosmos-is-batch-request",
      "True",
      "x-ms-cosmos-batch-continue-on-error",
      "true",
      range,
      "0"
    };
    String upserted = "[{\"operationType\":\"Upsert\",\"resourceBody\":" + item("a", "") + "}]";
    for (Response each :
        List.of(
            created,
            read,
            upsert(item("a", "")),
            replace("a", item("a", "")),
            patch("a", "[{\"op\":\"set\",\"path\":\"/n\",\"value\":5}]"),
            create(upserted, batch),
            send("POST", DOCS, upserted, bulk),
            create(item("a", "")),
            get("none"),
            send("GET", DOCS, ""),
            send("GET", DOCS, "", "A-IM", "Incremental feed"),
            delete("a"))) {
      assertThat(each.headers().get(range)).isEqualTo("0");
    }
    assertThat(read.headers().get("content-location"))
        .isEqualTo("http://localhost/dbs/d/colls/c/docs/a");
  }

  @Test
  void refusesWhatBelongsToAnotherPartition() {
    String mismatch =
        "PartitionKey extracted from document doesn't match the one specified in the header";
    assertRefused(create("{\"id\":\"a\",\"pk\":\"q\"}"), 400, 1001, mismatch);
    assertRefused(create("{\"id\":\"a\"}"), 400, 1001, mismatch);
    created("a", "");
    assertRefused(replace("a", "{\"id\":\"a\",\"pk\":\"q\"}"), 400, 1001, mismatch);
  }

  @Test
  void needsAPartitionKeyOfTheRightLength() {
    String fewer =
        "The partition key supplied in x-ms-partitionkey header has fewer components than defined"
            + " in the the collection.";
    String header = "x-ms-documentdb-partitionkey";
    assertRefused(send("POST", DOCS, item("a", "")), 400, 0, fewer);
    assertRefused(send("POST", DOCS, item("a", ""), header, "[]"), 400, 0, fewer);
    assertRefused(send("GET", path("a"), ""), 400, 0, fewer);
    assertRefused(send("GET", path("a"), "", header, "[\"p\",1]"), 400, 0, "more components");
    assertStatus(send("GET", path("a"), "", header, "[\"p\""), 400);
    assertStatus(send("POST", DOCS, "{\"id\":\"u\"}", header, "[{}]"), 201);
    assertStatus(send("GET", path("u"), "", header, "[{}]"), 200);
    assertStatus(send("POST", DOCS, "{\"id\":\"o\",\"pk\":{\"a\":1}}", header, "[{}]"), 201);
    assertStatus(send("POST", DOCS, "{\"id\":\"l\",\"pk\":[1]}", header, "[{}]"), 201);
    assertStatus(send("GET", path("o"), "", header, "[{}]"), 200);
    assertStatus(send("POST", DOCS, "{\"id\":\"n\",\"pk\":5}", header, "[5.0]"), 201);
    assertStatus(send("GET", path("n"), "", header, "[5]"), 200);
  }

  @Test
  void refusesWhatIsTooLarge() {
    String filling = "\"f\":\"" + "x".repeat(2 * 1024 * 1024 - 40) + "\"";
    assertStatus(create(item("a", filling)), 201);
    assertRefused(
        create(item("b", filling + ",\"g\":\"xxxxxxxxxxxxxxxxxxxxxxxxxx\"")),
        413,
        0,
        "Request size is too large");
  }

  @Test
  void triggersAreRunWithWritesAndNotWithPatches() {
    for (String kind : new String[] {"pre", "post"}) {
      String header = "x-ms-documentdb-" + kind + "-trigger-include";
      assertRefused(create(item("a", ""), header, "t"), 400, 0, "no triggers here");
      assertRefused(
          send("PATCH", path("a"), "{\"operations\":[]}", header, "t"), 400, 0, "with patches");
    }
    assertStatus(create(item("a", ""), "x-ms-indexing-directive", "Exclude"), 201);
  }

  @Test
  void refusesOtherVerbsAndMissingContainers() {
    assertStatus(send("PUT", DOCS, ""), 405);
    assertStatus(send("POST", path("a"), ""), 405);
    assertRefused(send("GET", "/dbs/d/colls/x/docs/a", ""), 404, 1003, "Owner resource");
    assertRefused(
        get("a", "x-ms-cosmos-intended-collection-rid", "AQAAAYAAAAE="), 400, 1024, "made again");
  }

  @Test
  void handsQueriesOver() {
    assertThat(send("POST", DOCS, "{}", "x-ms-documentdb-isquery", "True").status()).isEqualTo(299);
    assertThat(send("POST", DOCS, "{}", "x-ms-cosmos-is-query-plan-request", "True").status())
        .isEqualTo(299);
  }

  @Test
  void reportsWhatIsThrottled() {
    change(container, definition -> definition.throughput(Throughput.manual(400)));
    Response response = create(item("a0", ""));
    for (int i = 1; response.status() == 201 && i < 1000; i++) {
      response = create(item("a" + i, ""));
    }
    assertRefused(response, 429, 3200, "Request rate is large");
    assertThat(response.headers().getInt("x-ms-retry-after-ms")).isPositive();
  }
}
