package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.testkit.Rule;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** The TTL contract as clients of the NoSQL API meet it. The purge never runs here (B3). */
@Rule("B3")
class ItemTtlTest extends ItemFixture {
  private static final String MISSING =
      "Entity with the specified id does not exist in the system.";

  private void assertLivesFor(Integer defaultTtl, String ttl, long seconds) {
    container(defaultTtl);
    created("a", ttl);
    clock.advance(seconds - 1);
    Response last = get("a");
    assertStatus(last, 200);
    assertThat(last.headers().get("x-mayfly-ttl-remaining-seconds")).isEqualTo("1");
    assertThat(json(last).containsKey("ttl")).isEqualTo(!ttl.isEmpty());
    clock.advance(1);
    assertRefused(get("a"), 404, 0, MISSING);
    assertThat(ids(send("GET", DOCS, ""))).isEmpty();
  }

  private void assertNeverExpires(Integer defaultTtl, String ttl) {
    container(defaultTtl);
    created("a", ttl);
    clock.advance(Integer.MAX_VALUE);
    clock.advance(Integer.MAX_VALUE);
    Response response = get("a");
    assertStatus(response, 200);
    assertThat(response.headers().contains("x-mayfly-ttl-remaining-seconds")).isFalse();
    assertThat(json(response).containsKey("ttl")).isEqualTo(!ttl.isEmpty());
  }

  @Test
  @Rule({"A1", "A3", "matrix:off/none"})
  void offAndNone() {
    assertNeverExpires(null, "");
  }

  @Test
  @Rule({"A1", "A3", "matrix:off/-1"})
  void offAndMinusOne() {
    assertNeverExpires(null, "\"ttl\":-1");
  }

  @Test
  @Rule({"A1", "A3", "matrix:off/m"})
  void offAndSeconds() {
    assertNeverExpires(null, "\"ttl\":7");
  }

  @Test
  @Rule({"A1", "A3", "matrix:-1/none"})
  void minusOneAndNone() {
    assertNeverExpires(-1, "");
  }

  @Test
  @Rule({"A1", "A3", "matrix:-1/-1"})
  void minusOneAndMinusOne() {
    assertNeverExpires(-1, "\"ttl\":-1");
  }

  @Test
  @Rule({"A1", "A3", "matrix:-1/m"})
  void minusOneAndSeconds() {
    assertLivesFor(-1, "\"ttl\":7", 7);
  }

  @Test
  @Rule({"A1", "A3", "matrix:n/none"})
  void secondsAndNone() {
    assertLivesFor(20, "", 20);
  }

  @Test
  @Rule({"A1", "A3", "matrix:n/-1"})
  void secondsAndMinusOne() {
    assertNeverExpires(20, "\"ttl\":-1");
  }

  @Test
  @Rule({"A1", "A3", "matrix:n/m"})
  void secondsAndSeconds() {
    assertLivesFor(20, "\"ttl\":7", 7);
  }

  @Test
  @Rule({"A1", "A3", "matrix:n/m"})
  void secondsAndMoreSeconds() {
    assertLivesFor(20, "\"ttl\":70.0", 70);
  }

  @Test
  @Rule("A4")
  void refusesATtlThatIsNotValidAndNamesItAsItWasSent() {
    refusesTtls(container(-1));
  }

  @Test
  @Rule("A4")
  void refusesATtlThatIsNotValidAlsoWhileTtlIsOff() {
    refusesTtls(container(null));
  }

  private void refusesTtls(Container container) {
    created("old", "");
    for (String ttl :
        new String[] {
          "0",
          "-2",
          "null",
          "1.5",
          "\"abc\"",
          "\"10\"",
          "true",
          "{\"a\":1}",
          "[5]",
          "2147483648",
          "9223372036854775807",
          "-10"
        }) {
      String text =
          "The input ttl '"
              + ttl.replace("\"", "\\\"")
              + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to"
              + " '2147483647', or '-1' which means never expire.\"]}";
      String more = "\"ttl\":" + ttl;
      Response response = create(item("a", more));
      assertRefused(response, 400, 0, text);
      assertThat(response.chargeCentiRu()).isEqualTo(124);
      assertRefused(upsert(item("a", more)), 400, 0, text);
      assertRefused(replace("old", item("old", more)), 400, 0, text);
      String set = "[{\"op\":\"set\",\"path\":\"/ttl\",\"value\":" + ttl + "}]";
      assertRefused(patch("old", set), 400, 0, text);
    }
    assertThat(scanned(container)).containsExactly("old");
    assertThat(json(get("old")).containsKey("ttl")).isFalse();
  }

  @Test
  @Rule("A5")
  void restartsTheCountdownWithEveryWrite() {
    container(10);
    created("a", "");
    clock.advance(9);
    assertStatus(upsert(item("a", "")), 200);
    clock.advance(9);
    assertStatus(replace("a", item("a", "")), 200);
    clock.advance(9);
    assertStatus(patch("a", "[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]"), 200);
    clock.advance(9);
    Response response = get("a");
    assertThat(response.headers().get("x-mayfly-ttl-remaining-seconds")).isEqualTo("1");
    clock.advance(1);
    assertStatus(get("a"), 404);
  }

  @Test
  @Rule("A6")
  void followsATtlThatIsPatched() {
    container(10);
    created("a", "\"ttl\":5");
    created("b", "\"ttl\":5");
    assertStatus(patch("a", "[{\"op\":\"remove\",\"path\":\"/ttl\"}]"), 200);
    assertStatus(patch("b", "[{\"op\":\"set\",\"path\":\"/ttl\",\"value\":-1}]"), 200);
    clock.advance(9);
    assertStatus(get("a"), 200);
    clock.advance(1);
    assertStatus(get("a"), 404);
    assertStatus(get("b"), 200);
  }

  /** Leaves a dead item a with that etag in the store. */
  private String bury() {
    container(10);
    String etag = created("a", "\"n\":1");
    clock.advance(10);
    return etag;
  }

  @Test
  @Rule("B2")
  void doesNothingWithADeadItem() {
    String etag = bury();
    String set = "[{\"op\":\"set\",\"path\":\"/n\",\"value\":2}]";
    for (String[] headers : new String[][] {{}, {"If-Match", etag}, {"If-Match", "*"}}) {
      assertRefused(replace("a", item("a", ""), headers), 404, 0, MISSING);
      assertRefused(patch("a", set, headers), 404, 0, "Resource Not Found");
      assertRefused(delete("a", headers), 404, 0, MISSING);
    }
    assertRefused(get("a", "If-None-Match", etag), 404, 0, MISSING);
    assertThat(ids(send("GET", DOCS, ""))).isEmpty();
    assertStatus(send("GET", DOCS, "", "A-IM", "Incremental feed"), 304);
    assertStatus(upsert(item("a", ""), "If-Match", etag), 201);
  }

  @Test
  @Rule("B2")
  void createsANewItemOverADeadOne() {
    container(10);
    Response first = create(item("a", "\"n\":1"));
    clock.advance(10);
    Response second = create(item("a", "\"n\":2"), "If-None-Match", "*");
    assertNew(first, second);
    assertThat(second.chargeCentiRu()).isEqualTo(first.chargeCentiRu());
  }

  @Test
  @Rule("B2")
  void upsertsANewItemOverADeadOne() {
    container(10);
    Response first = create(item("a", "\"n\":1"));
    clock.advance(10);
    assertNew(first, upsert(item("a", "\"n\":2")));
  }

  private static void assertNew(Response first, Response second) {
    assertStatus(second, 201);
    BsonDocument before = json(first);
    BsonDocument after = json(second);
    assertThat(after.get("_rid")).isNotEqualTo(before.get("_rid"));
    assertThat(after.get("_etag")).isNotEqualTo(before.get("_etag"));
    assertThat(after.getNumber("_ts").longValue()).isEqualTo(START + 10);
    assertThat(after.getNumber("n").intValue()).isEqualTo(2);
  }

  @Test
  @Rule("C2")
  void chargesADeadItemAsAnAbsentOne() {
    bury();
    assertThat(get("a").chargeCentiRu()).isEqualTo(get("never").chargeCentiRu()).isEqualTo(100);
    assertThat(delete("a").chargeCentiRu()).isEqualTo(delete("never").chargeCentiRu());
  }

  @Test
  @Rule("A9")
  void countsOnlyTheRootPropertyInLowerCase() {
    container(-1);
    created("a", "\"TTL\":1,\"deep\":{\"ttl\":1}");
    clock.advance(100);
    assertStatus(get("a"), 200);
  }
}
