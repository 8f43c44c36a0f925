package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.query.fulltext.FullTextCorpora;
import dev.mayfly.cosmos.query.fulltext.FullTextPolicy;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.testkit.Rule;
import dev.mayfly.text.fulltext.FullTextLanguage;
import dev.mayfly.text.fulltext.SearchTerm;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that are searched, filtered and ranked. */
class FullTextQueryTest extends FullTextFixture {
  private static final String SCORED = "SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.t, ";

  private Container states() {
    Container container = texts("c");
    put(container, "a", "The United States of America", "");
    put(container, "b", "united we stand, states fall", "");
    put(container, "c", "States that were united; the UNITED STATES. Swimming swimmers swim", "");
    put(container, "d", "Nothing of that", ",\"u\":\"united states\"");
    put(container, "{\"id\":\"e\",\"pk\":\"p0\",\"t\":5}");
    put(container, "{\"id\":\"f\",\"pk\":\"p0\"}");
    return container;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FullTextContains(c.t, 'united states') | a c",
        "FullTextContains(c.t, 'states united') | ",
        "FullTextContains(c.t, 'states of america') | a",
        "FullTextContains(c.t, 'states america') | ",
        "FullTextContains(c.t, 'UNITED') | a b c",
        "FullTextContains(c.t, 'swims') | c",
        "FullTextContains(c.t, 'the') | ",
        "FullTextContainsAll(c.t, 'united', 'fall') | b",
        "FullTextContainsAll(c.t, 'united states', 'america') | a",
        "FullTextContainsAny(c.t, 'america', 'fall', 'nowhere') | a b",
        "FullTextContainsAny(c.t, 'america') OR FullTextContains(c.u, 'united') | a d",
        "FullTextContains(c.t, {'term': 'amerika', 'distance': 1}) | a",
        "FullTextContains(c.t, {'term': 'umerika', 'distance': 1}) | ",
        "FullTextContains(c.t, {'term': 'umerika', 'distance': 2}) | a",
        "FullTextContains(c.t, {'term': 'nuited', 'distance': 1}) | a b c",
        "NOT FullTextContains(c.t, 'united') | d",
        "FullTextContains(c.no, 'united') | ",
        "FullTextContains('texts that are united', 'unite') | a b c d e f"
      })
  void filtersFindWhatTextsContain(String filter, String ids) {
    Container container = states();
    List<String> expected =
        ids == null ? List.of() : List.of(("\"" + ids.replace(" ", "\" \"") + "\"").split(" "));
    String query = "SELECT VALUE c.id FROM c WHERE " + filter;
    assertThat(read(container, query)).containsExactlyInAnyOrderElementsOf(expected);
    // Enough items for the planner to read the index.
    for (int i = 0; i < 1_100; i++) {
      put(container, "{\"id\":\"x%d\",\"pk\":\"p1\",\"t\":\"other words\"}".formatted(i));
    }
    engine.background().catchUp();
    String few = query + " AND NOT STARTSWITH(c.id, 'x')";
    assertThat(read(container, few)).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aFilterReadsTheIndex() {
    Container container = states();
    for (int i = 0; i < 1_100; i++) {
      put(container, "{\"id\":\"x%d\",\"pk\":\"p1\",\"t\":\"other words\"}".formatted(i));
    }
    engine.background().catchUp();
    Pages pages =
        pages(container, "SELECT VALUE c.id FROM c WHERE FullTextContains(c.t, 'america')", 10);
    assertThat(texts(pages.next())).containsExactly("\"a\"");
    assertThat(IndexNames.of(pages.last.indexes().indexes(), false)).containsExactly("/t");
    assertThat(pages.last.retrieved()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FullTextContains(c.t) | requires 2 argument(s)",
        "FullTextContains(c.t, 'a', 'b') | requires 2 argument(s)",
        "FullTextContainsAll(c.t) | requires at least 2 argument(s)",
        "FullTextContains(c.t, 5) | must be strings",
        "FullTextContains(c.t, c.u) | must be strings",
        "FullTextContains(c.t, {'term': 'a'}) | must be strings",
        "FullTextContains(c.t, {'term': 'a', 'distance': 3}) | must be 1 or 2",
        "FullTextContains(c.t, {'term': 'big cat', 'distance': 1}) | must be one word",
        "FullTextScore(c.t, 'a') > 1 | only allowed in the ORDER BY RANK clause",
        "_FullTextScore(c.t, ['a'], 1, 1, [1, 2]) > 1 | an array with a number"
      })
  void badCallsAreRefused(String filter, String message) {
    Container container = texts("c");
    assertThatThrownBy(() -> read(container, "SELECT * FROM c WHERE " + filter))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RANK FullTextScore(c.t, 'a') DESC | Specifying a sort order (ASC or DESC)",
        "RANK FullTextScore(c.t, 'a'), FullTextScore(c.u, 'a') | takes one score",
        "RANK RRF(FullTextScore(c.t, 'a')) | SC2221",
        "RANK RRF(FullTextScore(c.t, 'a'), FullTextScore(c.u, 'a'), [1]) | SC2229",
        "RANK FullTextScore(c.t) | requires at least 2 argument(s)",
      })
  void badRanksAreRefused(String order, String message) {
    Container container = texts("c");
    assertThatThrownBy(() -> read(container, "SELECT * FROM c ORDER BY " + order))
        .hasMessageContaining(message);
  }

  @Test
  void ranksByScore() {
    Container container = states();
    for (String query :
        List.of(
            SCORED + "'united states') OFFSET 0 LIMIT 2",
            SCORED + "['united', 'states']) OFFSET 0 LIMIT 3",
            SCORED + "'swim')",
            SCORED + "{'term': 'amerika', 'distance': 1}) OFFSET 0 LIMIT 3",
            SCORED.replace("ORDER", "WHERE FullTextContains(c.t, 'united') ORDER") + "'stand')")) {
      List<String> found = read(container, query);
      assertThat(searched(container, query, 100)).as(query).isEqualTo(found);
      assertThat(searched(container, query, 1)).as(query).isEqualTo(found);
    }
    assertThat(read(container, SCORED + "'united states') OFFSET 0 LIMIT 2"))
        .containsExactlyInAnyOrder("\"a\"", "\"c\"");
    assertThat(read(container, SCORED + "'swim')").get(0)).isEqualTo("\"c\"");
    assertThat(read(container, SCORED + "'swim')")).hasSize(6);
  }

  @Test
  void fusesRanks() {
    Container container = texts("c");
    put(container, "a", "red red red", ",\"u\":\"blue\"");
    put(container, "b", "red red green", ",\"u\":\"blue blue green\"");
    put(container, "c", "red green green", ",\"u\":\"green\"");
    put(container, "d", "green", ",\"u\":\"blue blue\"");
    String both = "ORDER BY RANK RRF(FullTextScore(c.t, 'red'), FullTextScore(c.u, 'blue')";
    for (String weights :
        List.of(")", ", [1, 1])", ", [0.1, 0.1])", ", [1, 0.001])", ", [-1, -1])")) {
      String query = "SELECT VALUE c.id FROM c " + both + weights;
      assertThat(searched(container, query, 2)).as(weights).isEqualTo(read(container, query));
    }
    assertThat(read(container, "SELECT TOP 1 VALUE c.id FROM c " + both + ", [1, 0.001])"))
        .containsExactly("\"a\"");
    assertThat(read(container, "SELECT TOP 1 VALUE c.id FROM c " + both + ", [0.001, 1])"))
        .containsExactly("\"d\"");
    List<String> best = read(container, "SELECT VALUE c.id FROM c " + both + ")");
    assertThat(best.get(3)).isEqualTo("\"c\"");
    assertThat(read(container, "SELECT VALUE c.id FROM c " + both + ", [-1, -1])").get(0))
        .isEqualTo("\"c\"");
    assertThat(read(container, "SELECT VALUE c.id FROM c " + both + ") OFFSET 1 LIMIT 2"))
        .isEqualTo(best.subList(1, 3));
  }

  @Test
  void fusesTextsWithVectors() {
    Container container = texts("c");
    put(container, "a", "red red red", ",\"v\":[0,1]");
    put(container, "b", "red red green", ",\"v\":[1,2]");
    put(container, "c", "red green green", ",\"v\":[1,1]");
    put(container, "d", "green", ",\"v\":[1,0]");
    String both = "ORDER BY RANK RRF(FullTextScore(c.t, 'red'), VectorDistance(c.v, [1, 0])";
    assertThat(read(container, "SELECT VALUE c.id FROM c " + both + ", [1, 0.001])"))
        .containsExactly("\"a\"", "\"b\"", "\"c\"", "\"d\"");
    String nearest = "SELECT VALUE c.id FROM c " + both + ", [0.001, 1])";
    assertThat(read(container, nearest)).containsExactly("\"d\"", "\"c\"", "\"b\"", "\"a\"");
    assertThat(searched(container, nearest, 3)).isEqualTo(read(container, nearest));
    assertThat(read(container, "SELECT VALUE c.id FROM c " + both + ", [0.001, -1])").get(0))
        .isEqualTo("\"a\"");
    assertThat(
            read(
                container,
                "SELECT TOP 1 VALUE c.id FROM c ORDER BY RANK VectorDistance(c.v, [0, 1])"))
        .containsExactly("\"a\"");
  }

  @Test
  @Rule({"B2", "B4"})
  void theDeadChangeScoresInTheSecondInWhichTheyDie() {
    Container container = texts("c");
    put(container, "a", "red green", "");
    put(container, "b", "red", "");
    put(container, "c", "blue", "");
    for (int i = 0; i < 20; i++) {
      put(container, "x" + i, "red red red red red red red red red red", ",\"ttl\":10");
    }
    String counts =
        "SELECT COUNT(1) AS n, [{\"w\": SUM(_FullTextWordCount(c.t)), \"h\":"
            + " [COUNTIF(FullTextContains(c.t, \"red\"))]}] AS s FROM c";
    String ranked = SCORED + "'red') OFFSET 0 LIMIT 2";
    String before = "{\"n\":23,\"s\":[{\"w\":204,\"h\":[22]}]}";
    String after = "{\"n\":3,\"s\":[{\"w\":4,\"h\":[2]}]}";
    clock.advance(9);
    assertThat(read(container, counts)).containsExactly(before);
    assertThat(searched(container, counts, 1)).containsExactly(before);
    assertThat(searched(container, ranked, 2)).allMatch(id -> id.startsWith("\"x"));
    clock.advance(1);
    // Nothing was purged, and nothing was written.
    assertThat(searched(container, counts, 1)).containsExactly(after);
    assertThat(read(container, counts)).containsExactly(after);
    assertThat(searched(container, ranked, 2)).containsExactly("\"b\"", "\"a\"");
    assertThat(read(container, ranked)).containsExactly("\"b\"", "\"a\"");
    assertThat(read(container, "SELECT VALUE c.id FROM c WHERE FullTextContains(c.t, 'red')"))
        .containsExactlyInAnyOrder("\"a\"", "\"b\"");
  }

  @Test
  void languagesHaveTheirOwnStems() {
    Container container =
        create(
            named("c")
                .partitionKey("/pk")
                .opaque(
                    new org.bson.BsonDocument(
                        "cosmos",
                        org.bson.BsonDocument.parse(
                            "{'fullTextPolicy':{'defaultLanguage':'fr-FR','fullTextPaths':"
                                + "[{'path':'/u','language':'de-DE'}]}}"))));
    put(container, "a", "Les chevaux du roi", ",\"u\":\"die Häuser des Königs\"");
    assertThat(read(container, "SELECT VALUE c.id FROM c WHERE FullTextContains(c.t, 'cheval')"))
        .hasSize(1);
    assertThat(read(container, "SELECT VALUE c.id FROM c WHERE FullTextContains(c.u, 'haus')"))
        .hasSize(1);
    assertThat(read(container, "SELECT VALUE c.id FROM c WHERE FullTextContains(c.t, 'haus')"))
        .isEmpty();
  }

  /** The shortest time that a search begins to read with: several of them are needed. */
  @Test
  void aFirstReadThatTakesLongIsContinuedByTheNextSearch() {
    Container container = texts("long");
    String words = "tea and cake with milk ".repeat(40);
    for (int i = 0; i < 5_000; i++) {
      put(container, "i" + i, i % 5 == 0 ? words + "rum" : words, "");
    }
    FullTextPolicy policy = FullTextPolicy.of(container.definition());
    FullTextCorpora some = new FullTextCorpora();
    FullTextCorpora.Session texts = null;
    for (int attempt = 0; texts == null; attempt++) {
      assertThat(attempt).isLessThan(100);
      if (attempt < 3) {
        put(container, "i" + attempt, "only rum", "");
        put(container, "more" + attempt, "only rum", "");
        String gone = "i" + (10 + 5 * attempt);
        container.delete(ItemKey.of("p" + gone.hashCode() % 3, gone));
      }
      long soon = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(150);
      texts = some.open(container, policy, soon);
    }
    try (FullTextCorpora.Session whole = texts) {
      List<SearchTerm> rum = List.of(SearchTerm.of(FullTextLanguage.EN_US, "rum", 0));
      long second = clock.epochSecond();
      var found = whole.statistics(List.of("t"), rum, EpkRange.FULL, second);
      assertThat(found.documents()).isEqualTo(container.live().items());
      String counted = "SELECT VALUE COUNT(1) FROM c WHERE FullTextContains(c.t, 'rum')";
      assertThat(read(container, counted)).containsExactly(Long.toString(found.hits()[0]));
    }
  }
}
