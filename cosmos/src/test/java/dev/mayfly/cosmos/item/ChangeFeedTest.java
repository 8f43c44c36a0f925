package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.testkit.Rule;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** The change feed of latest versions. */
class ChangeFeedTest extends ItemFixture {
  private static final String[] LATEST = {"A-IM", "Incremental feed"};

  private Response changes(String... headers) {
    return send("GET", DOCS, "", join(LATEST, headers));
  }

  private static String next(Response response) {
    String etag = response.headers().get("etag");
    assertThat(etag).matches("\"[0-9]+\"");
    return etag;
  }

  private static String date(long second) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC));
  }

  @Test
  void reportsEachItemOnceInTheOrderOfItsLastChange() {
    container(null);
    created("a", "");
    created("b", "");
    upsert(item("a", "\"n\":2"));
    Response response = changes();
    assertStatus(response, 200);
    assertThat(ids(response)).containsExactly("b", "a");
    BsonDocument last = json(response).getArray("Documents").get(1).asDocument();
    assertThat(last.getNumber("n").intValue()).isEqualTo(2);
    Response read = get("a");
    assertThat(last.getNumber("_lsn").longValue())
        .isEqualTo(Long.parseLong(read.headers().get("x-ms-item-lsn")));
    last.remove("_lsn");
    assertThat(last).isEqualTo(json(read));
    assertThat(response.headers().get("x-ms-item-count")).isEqualTo("2");
  }

  @Test
  void reportsItsOwnLsnInThePlaceOfAStoredOne() {
    container(null);
    created("a", "\"_lsn\":{\"n\":1},\"n\":2");
    created("b", "\"n\":2,\"_lsn\":\"mine\"");
    created("c", "\"_lsnx\":3,\"d\":{\"_lsn\":4}");
    Response response = changes();
    assertThat(text(response).split("\"_lsn\":", -1)).hasSize(1 + 4);
    for (BsonValue each : json(response).getArray("Documents")) {
      String id = each.asDocument().getString("id").getValue();
      BsonDocument read = json(get(id));
      long lsn = Long.parseLong(get(id).headers().get("x-ms-item-lsn"));
      read.put("_lsn", new BsonInt32((int) lsn));
      assertThat(each).as(id).isEqualTo(read);
    }
  }

  @Test
  void resumesFromAnEtagUntilThereIsNothingNew() {
    Container container = container(null);
    putMany(container, "a", 10);
    List<String> seen = new ArrayList<>();
    Response page = changes("x-ms-max-item-count", "3");
    while (page.status() == 200) {
      seen.addAll(ids(page));
      page = changes("x-ms-max-item-count", "3", "If-None-Match", next(page));
    }
    assertStatus(page, 304);
    assertThat(seen).hasSize(10).doesNotHaveDuplicates();
    created("new", "");
    // Java repeats the time it started from; the etag counts.
    Response more = changes("If-None-Match", next(page), "If-Modified-Since", date(START - 100));
    assertThat(ids(more)).containsExactly("new");
    assertStatus(changes("If-None-Match", next(more)), 304);
  }

  @Test
  void startsNow() {
    container(null);
    created("a", "");
    Response now = changes("If-None-Match", "*");
    assertStatus(now, 304);
    created("b", "");
    assertThat(ids(changes("If-None-Match", next(now)))).containsExactly("b");
  }

  @Test
  void startsAtATime() {
    container(null);
    created("a", "");
    clock.advance(10);
    created("b", "");
    clock.advance(10);
    created("c", "");
    assertThat(ids(changes("If-Modified-Since", date(START + 10)))).containsExactly("b", "c");
    assertThat(ids(changes("If-Modified-Since", date(START + 11)))).containsExactly("c");
    assertStatus(changes("If-Modified-Since", date(START + 21)), 304);
    assertRefused(changes("If-Modified-Since", "yesterday"), 400, 0, "not a date");
  }

  @Test
  void keepsToItsScope() {
    container(null);
    created("a", "");
    String key = "x-ms-documentdb-partitionkey";
    send("POST", DOCS, "{\"id\":\"b\",\"pk\":\"q\"}", key, "[\"q\"]");
    assertThat(ids(changes(key, "[\"q\"]"))).containsExactly("b");
    assertThat(ids(changes("x-ms-documentdb-partitionkeyrangeid", "0"))).hasSize(2);
    assertThat(ids(changes("x-ms-start-epk", "", "x-ms-end-epk", "FF"))).hasSize(2);
    assertStatus(changes(key, "[\"r\"]"), 304);
    assertStatus(changes("x-ms-documentdb-partitionkeyrangeid", "1"), 410);
  }

  @Test
  void itsEtagsAreLsnsThatGrow() {
    container(null);
    List<Long> etags = new ArrayList<>();
    for (String id : new String[] {"a", "b", "c"}) {
      created(id, "");
      Response page = changes();
      etags.add(Long.parseLong(next(page).replace("\"", "")));
      List<Long> lsns = new ArrayList<>();
      json(page)
          .getArray("Documents")
          .forEach(each -> lsns.add(each.asDocument().getNumber("_lsn").longValue()));
      assertThat(lsns).isSorted().last().isEqualTo(etags.get(etags.size() - 1));
    }
    assertThat(etags).isSorted().doesNotHaveDuplicates();
    assertThat(ids(changes("If-None-Match", "\"" + etags.get(1) + "\""))).containsExactly("c");
  }

  @Test
  void refusesWhatItDidNotSay() {
    container(null);
    for (String etag :
        new String[] {"\"9999\"", "\"-1\"", "\"nonsense!\"", "\"99999999999999999999\""}) {
      assertStatus(changes("If-None-Match", etag), 400);
    }
    assertRefused(changes("If-None-Match", "\"9999\""), 400, 0, "ahead of the container");
    assertRefused(send("GET", DOCS, "", "A-IM", "Other"), 400, 0, "A-IM");
  }

  @Test
  @Rule({"F1", "B2"})
  void doesNotTellOfDeadItems() {
    container(-1);
    created("a", "\"ttl\":5");
    created("b", "");
    Response first = changes("x-ms-max-item-count", "1");
    assertThat(ids(first)).containsExactly("a");
    clock.advance(5);
    assertThat(ids(changes())).containsExactly("b");
    Response rest = changes("If-None-Match", next(first));
    assertThat(ids(rest)).containsExactly("b");
    assertStatus(changes("If-None-Match", next(rest)), 304);
  }

  @Test
  @Rule({"C2", "B3"})
  void costsTheSameHoweverManyDeadItemsItPasses() {
    List<String> without = pagesAndCharges(withDeadItems("without", 0));
    assertThat(without)
        .containsExactly("40 for 4000", "40 for 4000", "20 for 2000", "nothing for 100");
    assertThat(pagesAndCharges(withDeadItems("with", 25_000))).isEqualTo(without);
  }

  private List<String> pagesAndCharges(Container container) {
    String docs = "/dbs/d/colls/" + container.name() + "/docs";
    long before = container.metrics().consumedTotalCentiRu();
    long reported = 0;
    List<String> pages = new ArrayList<>();
    String[] size = join(LATEST, "x-ms-max-item-count", "40");
    Response page = send("GET", docs, "", size);
    while (page.status() == 200) {
      pages.add(ids(page).size() + " for " + page.chargeCentiRu());
      reported += page.chargeCentiRu();
      page = send("GET", docs, "", join(size, "If-None-Match", next(page)));
    }
    pages.add("nothing for " + page.chargeCentiRu());
    reported += page.chargeCentiRu();
    assertThat(container.metrics().consumedTotalCentiRu() - before).isEqualTo(reported);
    return pages;
  }
}
