package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.testkit.Rule;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** The change feed of all versions and deletes. */
class AllVersionsFeedTest extends ItemFixture {
  private static final String[] ALL = {
    "A-IM", "Full-Fidelity Feed", "x-ms-cosmos-changefeed-wire-format-version", "2021-09-15",
  };

  /** The second in which the clock of these tests begins. */
  private static final String[] FROM_TIME = {
    "If-Modified-Since",
    DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Instant.ofEpochSecond(START).atOffset(ZoneOffset.UTC)),
  };

  private Response changes(String... headers) {
    return send("GET", DOCS, "", join(ALL, headers));
  }

  private Container logged(Integer defaultTtl) {
    return create(
        named("c").defaultTtl(defaultTtl).allVersions(new Retention(3600, Long.MAX_VALUE)));
  }

  private static List<BsonDocument> entries(Response response) {
    assertStatus(response, 200);
    List<BsonDocument> entries = new ArrayList<>();
    json(response).getArray("Documents").forEach(each -> entries.add(each.asDocument()));
    return entries;
  }

  private static long lsn(Response response) {
    return Long.parseLong(response.headers().get("x-ms-item-lsn"));
  }

  @Test
  void reportsEveryVersion() {
    logged(null);
    Response created = create(item("a", "\"n\":1"));
    clock.advance(1);
    Response replaced = upsert(item("a", "\"n\":2"));
    clock.advance(1);
    delete("a");
    List<BsonDocument> entries = entries(changes(FROM_TIME));
    assertThat(entries).hasSize(3);

    assertThat(entries.get(0).getDocument("current")).isEqualTo(json(created));
    assertThat(entries.get(0).getDocument("metadata").toJson())
        .isEqualTo(
            "{\"operationType\": \"create\", \"lsn\": %d, \"crts\": %d}"
                .formatted(lsn(created), START));

    assertThat(entries.get(1).getDocument("current")).isEqualTo(json(replaced));
    assertThat(entries.get(1).getDocument("metadata").toJson())
        .isEqualTo(
            "{\"operationType\": \"replace\", \"lsn\": %d, \"crts\": %d, \"previousImageLSN\": %d}"
                .formatted(lsn(replaced), START + 1, lsn(created)));

    BsonDocument deleted = entries.get(2);
    assertThat(deleted.getDocument("current")).isEmpty();
    assertThat(deleted.containsKey("previous")).isFalse();
    BsonDocument metadata = deleted.getDocument("metadata");
    assertThat(metadata.getString("operationType").getValue()).isEqualTo("delete");
    assertThat(metadata.getNumber("lsn").longValue()).isGreaterThan(lsn(replaced));
    assertThat(metadata.getNumber("crts").longValue()).isEqualTo(START + 2);
    assertThat(metadata.getNumber("previousImageLSN").longValue()).isEqualTo(lsn(replaced));
    assertThat(metadata.containsKey("timeToLiveExpired")).isFalse();
    assertThat(metadata.getString("id").getValue()).isEqualTo("a");
    assertThat(metadata.getDocument("partitionKey").toJson()).isEqualTo("{\"pk\": \"p\"}");
  }

  @Test
  @Rule("F2")
  void reportsAnExpiryOnceAsADelete() {
    Container container = logged(10);
    Response created = create(item("a", ""));
    Response start = changes(FROM_TIME);
    clock.advance(10);
    Response before = changes("If-None-Match", start.headers().get("etag"));
    assertStatus(before, 304);
    purge(container);
    List<BsonDocument> entries = entries(changes("If-None-Match", before.headers().get("etag")));
    assertThat(entries).hasSize(1);
    BsonDocument metadata = entries.get(0).getDocument("metadata");
    assertThat(metadata.getString("operationType").getValue()).isEqualTo("delete");
    assertThat(metadata.getBoolean("timeToLiveExpired").getValue()).isTrue();
    assertThat(metadata.getNumber("previousImageLSN").longValue()).isEqualTo(lsn(created));
    assertThat(metadata.getNumber("crts").longValue()).isEqualTo(START + 10);
  }

  @Test
  @Rule({"F2", "B2"})
  void reportsTheExpiryBeforeWhatTookItsPlace() {
    logged(10);
    create(item("a", ""));
    clock.advance(10);
    create(item("a", "\"n\":2"));
    assertThat(entries(changes(FROM_TIME)))
        .extracting(each -> each.getDocument("metadata").getString("operationType").getValue())
        .containsExactly("create", "delete", "create");
  }

  @Test
  void pagesAndKeepsToItsScope() {
    logged(null);
    created("a", "");
    created("b", "");
    String key = "x-ms-documentdb-partitionkey";
    send("POST", DOCS, "{\"id\":\"c\",\"pk\":\"q\"}", key, "[\"q\"]");
    Response first = changes(join(FROM_TIME, "x-ms-max-item-count", "2"));
    assertThat(entries(first)).hasSize(2);
    Response second = changes("If-None-Match", first.headers().get("etag"));
    assertThat(entries(second)).hasSize(1);
    assertStatus(changes("If-None-Match", second.headers().get("etag")), 304);
    assertThat(entries(changes(join(FROM_TIME, key, "[\"q\"]")))).hasSize(1);
    assertStatus(changes("If-None-Match", "*"), 304);
  }

  @Test
  void needsAContainerThatKeepsThem() {
    container(null);
    assertRefused(changes(), 400, 0, "changeFeedPolicy");
  }

  @Test
  void isNotReadFromTheBeginning() {
    logged(null);
    created("a", "");
    assertRefused(
        changes(), 400, 0, "FullFidelity Change Feed must have valid If-None-Match header.");
  }

  @Test
  void refusesToGoOnFromWhatIsNoLongerKept() {
    logged(null);
    Response start = changes("If-None-Match", "*");
    created("a", "");
    clock.advance(4000);
    created("b", "");
    engine.background().catchUp();
    assertRefused(
        changes("If-None-Match", start.headers().get("etag")), 400, 0, "no longer reaches back");
  }
}
