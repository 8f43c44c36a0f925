package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.testkit.Rule;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Items die at their second for every kind of clause, on the first page and between pages. Each
 * item says "dead" somewhere if it dies, and each query returns what it sees of that.
 */
class TtlQueryTest extends ContainerQueries {
  private static final int LIVING = 6;
  private static final int SECONDS = 10;

  private static final String COMPOSITE =
      "{'indexingPolicy':{'compositeIndexes':["
          + "[{'path':'/w','order':'ascending'},{'path':'/n','order':'ascending'}]]}}";

  private Container container() {
    Container container =
        create(
            named("c")
                .partitionKey("/pk")
                .defaultTtl(-1)
                .opaque(new BsonDocument("cosmos", BsonDocument.parse(COMPOSITE))));
    for (int i = 0; i < 2 * LIVING; i++) {
      boolean dies = i % 2 == 0;
      String word = dies ? "dead" : "alive";
      put(
          container,
          "{\"id\":\"%02d\",\"pk\":%d,\"w\":\"%s\",\"l\":[\"%s\",\"%s\"],\"n\":%d%s}"
              .formatted(i, i % 3, word, word, word, i, dies ? ",\"ttl\":" + SECONDS : ""));
    }
    return container;
  }

  @ParameterizedTest
  @Rule({"B2", "B4"})
  @ValueSource(
      strings = {
        "SELECT * FROM c",
        "SELECT VALUE c.w FROM c WHERE c.n >= 0",
        "SELECT * FROM c WHERE c.pk = 1",
        "SELECT * FROM c WHERE c.pk = 0 AND c.id IN ('00', '03', '06')",
        "SELECT VALUE w FROM c.w",
        "SELECT VALUE x FROM x IN c.l",
        "SELECT c.w, x FROM c JOIN x IN c.l JOIN y IN c.l",
        "SELECT VALUE r.w FROM (SELECT VALUE c FROM c) AS r",
        "SELECT VALUE c.w FROM c ORDER BY c.n",
        "SELECT VALUE c.w FROM c JOIN x IN c.l ORDER BY c.n DESC",
        "SELECT DISTINCT VALUE c.w FROM c",
        "SELECT DISTINCT c.id, c.w FROM c ORDER BY c.id",
        "SELECT c.w, COUNT(1) AS k FROM c GROUP BY c.w",
        "SELECT c.id, MAX(c.w) AS w FROM c GROUP BY c.id",
        "SELECT DISTINCT VALUE c.w FROM c GROUP BY c.id, c.w",
        "SELECT VALUE MAX(c.w) FROM c",
        "SELECT VALUE MAKESET(c.w) FROM c",
        "SELECT VALUE MAKELIST(x) FROM c JOIN x IN c.l",
        "SELECT VALUE w FROM (SELECT DISTINCT VALUE c.w FROM c) AS w",
        "SELECT VALUE g FROM (SELECT c.w, COUNT(1) AS k FROM c GROUP BY c.w) AS g",
        "SELECT VALUE c.w FROM c WHERE EXISTS(SELECT VALUE x FROM x IN c.l)",
        "SELECT VALUE ARRAY(SELECT VALUE x FROM x IN c.l) FROM c",
        "SELECT TOP 8 VALUE c.w FROM c",
        "SELECT VALUE c.w FROM c OFFSET 2 LIMIT 9",
        "SELECT VALUE c.w FROM c WHERE c.w LIKE '%a%'",
      })
  void nothingOfTheDeadIsSeen(String query) {
    Container container = container();
    assertThat(results(container, query, 100).toString()).contains("dead");
    for (int pageItems : new int[] {1, 2, 5}) {
      container = anew(container);
      Pages pages = pages(container, query, pageItems);
      clock.advance(SECONDS - 1);
      assertThat(results(container, query, 100).toString()).contains("dead");
      pages.next();
      clock.advance(1);
      assertThat(results(container, query, 100).toString()).doesNotContain("dead");
      if (pages.token != null) {
        List<String> rest = texts(pages.all());
        assertThat(rest.toString()).as("pages of " + pageItems).doesNotContain("dead");
      }
    }
  }

  @ParameterizedTest
  @Rule("B2")
  @ValueSource(
      strings = {
        "SELECT VALUE COUNT(1) FROM c",
        "SELECT VALUE COUNT(c.w) FROM c WHERE IS_DEFINED(c.n)",
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.id FROM c)",
        "SELECT VALUE COUNT(1) FROM c GROUP BY c.none",
        "SELECT VALUE SUM((1)) FROM c",
        "SELECT VALUE COUNTIF(c.n >= 0) FROM c",
      })
  void theDeadAreNotCounted(String query) {
    Container container = container();
    assertThat(results(container, query, 10)).containsExactly("" + 2 * LIVING);
    clock.advance(SECONDS - 1);
    assertThat(results(container, query, 10)).containsExactly("" + 2 * LIVING);
    clock.advance(1);
    assertThat(results(container, query, 10)).containsExactly("" + LIVING);
  }

  @ParameterizedTest
  @Rule({"B2", "B4"})
  @ValueSource(
      strings = {
        "SELECT VALUE c.w FROM c WHERE c.n >= 0",
        "SELECT VALUE c.w FROM c WHERE c.n BETWEEN 0 AND 10",
        "SELECT VALUE c.w FROM c WHERE c.w IN ('dead', 'alive')",
        "SELECT VALUE c.w FROM c WHERE STARTSWITH(c.w, 'dea') OR c.n < 6",
        "SELECT VALUE c.w FROM c WHERE c.w LIKE 'd%' OR c.w = 'alive'",
        "SELECT VALUE c.w FROM c WHERE IS_DEFINED(c.n)",
        "SELECT VALUE c.w FROM c WHERE c.n > 1 AND c.w >= 'a'",
        "SELECT VALUE c.w FROM c WHERE ARRAY_CONTAINS(c.l, 'dead') OR ARRAY_CONTAINS(c.l, 'alive')",
        "SELECT VALUE c.w FROM c WHERE EXISTS(SELECT 1 FROM x IN c.l WHERE x > 'a')",
        "SELECT VALUE x FROM c JOIN x IN c.l WHERE x IN ('dead', 'alive')",
        "SELECT VALUE c.w FROM c ORDER BY c.n",
        "SELECT VALUE c.w FROM c ORDER BY c.n DESC",
        "SELECT VALUE c.w FROM c ORDER BY c.w, c.n",
        "SELECT TOP 11 VALUE c.w FROM c ORDER BY c.n",
        "SELECT VALUE c.w FROM c ORDER BY c.n OFFSET 1 LIMIT 9",
        "SELECT VALUE c.w FROM c WHERE c.n < 11 ORDER BY c.n DESC",
        "SELECT VALUE c.w FROM c JOIN x IN c.l ORDER BY c.n DESC",
        "SELECT DISTINCT c.id, c.w FROM c WHERE c.n >= 0 ORDER BY c.id",
        "SELECT DISTINCT VALUE c.w FROM c WHERE c.n >= 0",
        "SELECT c.w, COUNT(1) AS k FROM c WHERE c.n >= 0 GROUP BY c.w",
        "SELECT VALUE MAX(c.w) FROM c WHERE c.n >= 0",
        "SELECT VALUE MAKESET(c.w) FROM c WHERE c.n >= 0",
      })
  void nothingOfTheDeadIsSeenThroughAnIndex(String query) {
    Container container = container();
    for (int pageItems : new int[] {1, 2, 5, 100}) {
      container = anew(container);
      results(container, query, 100);
      engine.background().catchUp();
      Pages pages = pages(container, query, pageItems);
      clock.advance(SECONDS - 1);
      assertThat(results(container, query, 100).toString()).contains("dead");
      pages.next();
      assertThat(pages.last.indexes().indexes()).isNotEmpty();
      clock.advance(1);
      assertThat(results(container, query, 100).toString())
          .contains("alive")
          .doesNotContain("dead");
      if (pages.token != null) {
        List<String> rest = texts(pages.all());
        assertThat(rest.toString()).as("pages of " + pageItems).doesNotContain("dead");
      }
    }
  }

  @ParameterizedTest
  @Rule("B2")
  @ValueSource(
      strings = {
        "SELECT VALUE COUNT(1) FROM c WHERE c.n >= 0",
        "SELECT VALUE COUNT(c.w) FROM c WHERE IS_DEFINED(c.n)",
        "SELECT VALUE COUNTIF(c.n >= 0) FROM c WHERE c.w IN ('dead', 'alive')",
      })
  void theDeadAreNotCountedThroughAnIndex(String query) {
    Container container = container();
    results(container, query, 10);
    engine.background().catchUp();
    clock.advance(SECONDS - 1);
    Pages pages = pages(container, query, 10);
    assertThat(texts(pages.all())).containsExactly("" + 2 * LIVING);
    assertThat(pages.last.indexes().indexes()).isNotEmpty();
    clock.advance(1);
    assertThat(results(container, query, 10)).containsExactly("" + LIVING);
  }

  private Container anew(Container before) {
    engine.deleteContainer(DATABASE, before.definition().name());
    return container();
  }
}
