package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a short query may make of a large item. */
class SizeTest extends ContainerQueries {
  private static final String NAMED_OFTEN = "c.s, ".repeat(3_000);

  private Container large() {
    Container container = create(named("c").partitionKey("/pk"));
    String text = "x".repeat(1_500_000);
    put(container, "{\"id\":\"1\",\"pk\":1,\"s\":\"" + text + "\",\"o\":{\"t\":\"" + "y" + "\"}}");
    return container;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE [c.s, c.s, c.s] FROM c",
        "SELECT VALUE [c, c, c] FROM c",
        "SELECT c.s AS a, c.s AS b, c.s AS d FROM c",
        "SELECT VALUE c.s || c.s || c.s FROM c",
        "SELECT VALUE [MANY1] FROM c",
        "SELECT VALUE {a: [MANY1], b: [MANY[MANY1]]} FROM c",
        "SELECT * FROM c WHERE [MANY1] = 1",
        "SELECT VALUE CONCAT(MANY'') FROM c",
        "SELECT DISTINCT VALUE [MANY1] FROM c"
      })
  void refusesAResultThatIsMuchLargerThanItsItem(String query) {
    Container container = large();
    String text = query.replace("MANY", NAMED_OFTEN);
    assertThatThrownBy(() -> pages(container, text, 100).next())
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining("select less");
  }

  @Test
  void makesTwiceAnItem() {
    Container container = large();
    assertThat(results(container, "SELECT VALUE c.s || c.s FROM c", 100).get(0)).hasSize(3_000_002);
    assertThat(results(container, "SELECT c AS a, c.s AS b FROM c", 100)).hasSize(1);
  }

  @Test
  void refusesMoreAggregatesAndSortKeysThanItCanHold() {
    Container container = create(named("c").partitionKey("/pk"));
    String sums = "MAX(c.s), ".repeat(99);
    assertThat(results(container, "SELECT " + sums + "COUNT(1) AS n FROM c", 1))
        .containsExactly("{\"n\":0}");
    assertThatThrownBy(() -> pages(container, "SELECT " + sums + "MAX(c.s), MIN(c.s) FROM c", 1))
        .hasMessageContaining("more than 100 aggregates");
    assertThatThrownBy(
            () -> pages(container, "SELECT * FROM c ORDER BY " + "c.s, ".repeat(8) + "c.s", 1))
        .hasMessageContaining("ORDER BY has more than 8 keys");
  }

  /** The calls that make a page long are counted, however few its items are. */
  @Test
  void endsAPageOfSlowMatches() {
    Container container = create(named("c").partitionKey("/pk"));
    String same = "a".repeat(2_000);
    for (int i = 0; i < 8; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":1,\"s\":\"" + same + "\"}");
    }
    String pattern = "a?".repeat(300) + "a".repeat(300) + "b";
    Pages pages =
        new Pages(
            container,
            "SELECT VALUE c.id FROM c WHERE NOT RegexMatch(c.s, '" + pattern + "')",
            Parameters.NONE,
            Scope.all(container.definition().partitionKey()),
            new PageLimits(100, System.nanoTime(), 0, TimeUnit.SECONDS.toNanos(60)));
    assertThat(pages.next()).hasSize(1);
    assertThat(pages.token).isNotNull();
    assertThat(pages.all()).hasSize(7);
    Pages sorted =
        new Pages(
            container,
            "SELECT VALUE c.id FROM c WHERE RegexMatch(c.s, '" + pattern + "') ORDER BY c.id",
            Parameters.NONE,
            Scope.all(container.definition().partitionKey()),
            new PageLimits(100, System.nanoTime(), 0, 0));
    assertThatThrownBy(sorted::next).hasMessageContaining("longer than a request may");
    String huge = "(" + "a?".repeat(5_000) + ")b";
    put(container, "{\"id\":\"h\",\"pk\":2,\"s\":\"" + "a".repeat(50_000) + "\"}");
    assertThatThrownBy(
            () ->
                pages(container, "SELECT VALUE RegexMatch(c.s, '" + huge + "') FROM c", 100).all())
        .hasMessageContaining("The regular expression is too large");
  }

  /** A thread of the network tries queries for some milliseconds only, and must get away. */
  @Test
  void endsASlowMatchInTheMidstOfIt() {
    Container container = create(named("c").partitionKey("/pk"));
    put(container, "{\"id\":\"1\",\"pk\":1,\"s\":\"" + "a".repeat(330_000) + "\"}");
    Pages pages =
        new Pages(
            container,
            "SELECT VALUE RegexMatch(c.s, '" + "(a*)".repeat(300) + "b') FROM c",
            Parameters.NONE,
            Scope.all(container.definition().partitionKey()),
            PageLimits.trial(1, TimeUnit.MILLISECONDS.toNanos(4)));
    assertTimeoutPreemptively(
        Duration.ofSeconds(3),
        () -> assertThatThrownBy(pages::next).hasMessageContaining("longer than a request may"));
  }

  @Test
  void looksForALongTextWithoutEnd() {
    Container container = create(named("c").partitionKey("/pk"));
    String same = "x".repeat(600_000);
    put(container, "{\"id\":\"1\",\"pk\":1,\"s\":\"" + same + same + "\",\"p\":\"" + same + "y\"}");
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () ->
            assertThat(results(container, "SELECT VALUE CONTAINS(c.s, c.p) FROM c", 1))
                .containsExactly("false"));
  }

  @Test
  void readsALongTextWithRareCharactersAsFastAsAnother() {
    String text = "SELECT VALUE ['\uD83D\uDE00'" + ", c.a".repeat(100_000) + "] FROM c";
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> QueryParser.query(text));
  }
}
