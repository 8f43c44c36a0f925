package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reading all items of a container or of a part of it, page by page. */
class ReadFeedTest extends ItemFixture {
  private static final String KEY = "x-ms-documentdb-partitionkey";
  private static final String CONTINUATION = "x-ms-continuation";

  private Response feed(String... headers) {
    return send("GET", DOCS, "", headers);
  }

  private List<String> all(String... headers) {
    List<String> ids = new ArrayList<>();
    String continuation = "";
    do {
      Response page = feed(join(headers, CONTINUATION, continuation));
      assertStatus(page, 200);
      ids.addAll(ids(page));
      continuation = page.headers().get(CONTINUATION);
      if (continuation != null) {
        assertThat(continuation.length()).isLessThan(1024);
      }
    } while (continuation != null);
    return ids;
  }

  @Test
  void wrapsTheItemsUp() {
    container(null);
    created("a", "\"n\":1");
    Response response = feed();
    assertStatus(response, 200);
    assertThat(json(response).keySet()).containsExactly("_rid", "Documents", "_count");
    assertThat(json(response).getString("_rid").getValue())
        .isEqualTo(response.headers().get("x-ms-content-path"));
    assertThat(json(response).getArray("Documents").get(0)).isEqualTo(json(get("a")));
    assertThat(response.headers().get("x-ms-item-count")).isEqualTo("1");
    assertThat(response.headers().contains(CONTINUATION)).isFalse();
    assertThat(response.chargeCentiRu()).isPositive();
  }

  @Test
  void pagesAsAskedFor() {
    Container container = container(null);
    putMany(container, "a", 1050);
    assertThat(ids(feed())).hasSize(100);
    assertThat(ids(feed("x-ms-max-item-count", "7"))).hasSize(7);
    assertThat(ids(feed("x-ms-max-item-count", "-1"))).hasSize(1000);
    assertThat(ids(feed("x-ms-max-item-count", "5000"))).hasSize(1000);
    assertThat(ids(feed("x-ms-max-item-count", "0"))).hasSize(1000);
    for (String bad : new String[] {"-2", "many"}) {
      assertRefused(feed("x-ms-max-item-count", bad), 400, 0, "x-ms-max-item-count");
    }
    assertThat(all("x-ms-max-item-count", "99")).hasSize(1050).doesNotHaveDuplicates();
  }

  @Test
  void theLastPageHasNoContinuation() {
    Container container = container(-1);
    putMany(container, "a", 10);
    putMany(container, "z", 5, "ttl", 1);
    clock.advance(1);
    Response whole = feed("x-ms-max-item-count", "10");
    assertThat(ids(whole)).hasSize(10);
    assertThat(whole.headers().get("x-ms-continuation")).isNull();
    Response half = feed("x-ms-max-item-count", "5");
    String next = half.headers().get("x-ms-continuation");
    Response rest = feed("x-ms-max-item-count", "5", "x-ms-continuation", next);
    assertThat(ids(rest)).hasSize(5);
    assertThat(rest.headers().get("x-ms-continuation")).isNull();
    assertThat(half.chargeCentiRu()).isEqualTo(rest.chargeCentiRu());
  }

  @Test
  void keepsAnAnswerBelowFourMegabytes() {
    container(null);
    for (int i = 0; i < 8; i++) {
      created("a" + i, "\"f\":\"" + "x".repeat(900_000) + "\"");
    }
    Response page = feed();
    assertThat(page.body().length).isBetween(2_000_000, 4 << 20);
    assertThat(all()).hasSize(8);
  }

  @Test
  void keepsContinuationsShortHoweverLongTheIdsAre() {
    Container container = container(null);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      ids.add("x".repeat(1000) + (char) ('a' + i % 20) + i);
      ids.add((char) ('a' + i % 20) + "y".repeat(1000) + i);
    }
    for (String id : ids) {
      put(container, id);
    }
    assertThat(all("x-ms-max-item-count", "1"))
        .hasSize(80)
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void losesNothingIfTheLastItemOfAPageIsGone() {
    Container container = container(null);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      ids.add("x".repeat(1000) + i);
      put(container, ids.get(i));
    }
    Response first = feed("x-ms-max-item-count", "3");
    delete(ids.get(2));
    List<String> rest = all(CONTINUATION, first.headers().get(CONTINUATION));
    assertThat(rest).containsSubsequence(ids.subList(3, 9));
  }

  @Test
  void refusesStrangeContinuations() {
    container(null);
    putMany(create(named("other")), "a", 3);
    Response other = send("GET", "/dbs/d/colls/other/docs", "", "x-ms-max-item-count", "1");
    for (String bad :
        new String[] {"!", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAA", other.headers().get(CONTINUATION)}) {
      assertStatus(feed(CONTINUATION, bad), 400);
    }
  }

  @Test
  void readsOnePartitionOrRange() {
    Container container = container(null);
    created("a", "");
    send("POST", DOCS, "{\"id\":\"b\",\"pk\":\"q\"}", KEY, "[\"q\"]");
    assertThat(all()).containsExactlyInAnyOrder("a", "b");
    assertThat(all(KEY, "[\"p\"]")).containsExactly("a");
    assertThat(all(KEY, "[\"r\"]")).isEmpty();
    assertThat(all("x-ms-documentdb-partitionkeyrangeid", "0")).hasSize(2);
    EpkRange range = EpkRange.of(container.definition().partitionKey(), PartitionKey.of("q"));
    HexFormat hex = HexFormat.of().withUpperCase();
    String min = hex.formatHex(range.minInclusive());
    String max = hex.formatHex(range.maxExclusive());
    assertThat(all("x-ms-start-epk", min, "x-ms-end-epk", max)).containsExactly("b");
    assertThat(all("x-ms-start-epk", "", "x-ms-end-epk", "FF")).hasSize(2);
    assertThat(all("x-ms-start-epk", min, "x-ms-end-epk", max, KEY, "[\"p\"]")).isEmpty();
    assertStatus(feed("x-ms-start-epk", "xyz", "x-ms-end-epk", "FF"), 400);
    assertStatus(feed(KEY, "[\"p\",1]"), 400);
    assertRefused(feed("x-ms-documentdb-partitionkeyrangeid", "7"), 410, 1002, "'7'");
  }

  @Test
  void readsTheBeginningOfAHierarchicalKey() {
    create(named("c").partitionKey("/t", "/u", "/v"));
    String[][] keys = {{"t1", "u1", "1"}, {"t1", "u1", "2"}, {"t1", "u2", "1"}, {"t2", "u1", "1"}};
    for (String[] key : keys) {
      String body =
          "{\"id\":\"%s\",\"t\":\"%s\",\"u\":\"%s\",\"v\":\"%s\"}"
              .formatted(String.join("-", key), key[0], key[1], key[2]);
      String header = "[\"%s\",\"%s\",\"%s\"]".formatted(key[0], key[1], key[2]);
      assertStatus(send("POST", DOCS, body, KEY, header), 201);
    }
    assertThat(all(KEY, "[\"t1\"]")).hasSize(3);
    assertThat(all(KEY, "[\"t1\",\"u1\"]")).containsExactlyInAnyOrder("t1-u1-1", "t1-u1-2");
    assertThat(all(KEY, "[\"t1\",\"u1\",\"2\"]")).containsExactly("t1-u1-2");
    assertThat(all(KEY, "[]")).hasSize(4);
  }

  @Test
  void reportsKeysApartThatHashAlike() {
    // Version 1 looks at the first hundred characters only.
    PartitionKeyDefinition first =
        new PartitionKeyDefinition(
            PartitionKeyDefinition.Kind.HASH, PartitionKeyDefinition.hash("/pk").paths(), 1);
    create(named("c").partitionKey(first));
    String shared = "s".repeat(100);
    for (String end : new String[] {"1", "2"}) {
      String body = "{\"id\":\"a" + end + "\",\"pk\":\"" + shared + end + "\"}";
      assertStatus(send("POST", DOCS, body, KEY, "[\"" + shared + end + "\"]"), 201);
    }
    assertThat(all(KEY, "[\"" + shared + "1\"]")).containsExactly("a1");
    assertThat(all(KEY, "[\"" + shared + "2\"]")).containsExactly("a2");
  }

  @Test
  @Rule({"B2", "B4"})
  void judgesEachPageAtItsOwnInstant() {
    container(-1);
    created("a", "\"ttl\":5");
    created("b", "\"ttl\":10");
    created("c", "\"ttl\":10");
    created("d", "\"ttl\":20");
    Response first = feed("x-ms-max-item-count", "1");
    assertThat(ids(first)).containsExactly("a");
    clock.advance(10);
    assertThat(all("x-ms-max-item-count", "1")).containsExactly("d");
    String continuation = first.headers().get(CONTINUATION);
    assertThat(ids(feed(CONTINUATION, continuation))).containsExactly("d");
  }

  @Test
  @Rule({"C2", "B3"})
  void costsTheSameHoweverManyDeadItemsItPasses() {
    List<String> without = pagesAndCharges(withDeadItems("without", 0));
    assertThat(without).containsExactly("40 for 2230", "40 for 2230", "20 for 1230");
    assertThat(pagesAndCharges(withDeadItems("with", 25_000))).isEqualTo(without);
  }

  private List<String> pagesAndCharges(Container container) {
    long before = container.metrics().consumedTotalCentiRu();
    long reported = 0;
    List<String> pages = new ArrayList<>();
    String[] headers = {"x-ms-max-item-count", "40"};
    String continuation;
    do {
      Response page = send("GET", "/dbs/d/colls/" + container.name() + "/docs", "", headers);
      pages.add(ids(page).size() + " for " + page.chargeCentiRu());
      reported += page.chargeCentiRu();
      continuation = page.headers().get(CONTINUATION);
      headers = new String[] {"x-ms-max-item-count", "40", CONTINUATION, continuation};
    } while (continuation != null);
    assertThat(container.metrics().consumedTotalCentiRu() - before).isEqualTo(reported);
    return pages;
  }
}
