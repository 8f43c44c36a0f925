package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.ru.TooManyRequestsException;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** COUNT, SUM, AVG, MIN and MAX over everything that a query finds. */
class AggregateTest extends ContainerQueries {
  private Container mixed() {
    Container container = create(named("c").partitionKey("/pk"));
    String[] values = {"1", "2.5", "null", "\"b\"", "\"a\"", "true", "[1]", "{\"y\":1}", "-4"};
    for (int i = 0; i < values.length; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":" + i + ",\"v\":" + values[i] + "}");
    }
    put(container, "{\"id\":\"none\",\"pk\":9}");
    return container;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT VALUE COUNT(1) FROM c | [10]",
        "SELECT VALUE COUNT(c) FROM c | [10]",
        "SELECT VALUE COUNT(c.v) FROM c | [9]",
        "SELECT COUNT(1) FROM c | [{`$1`:10}]",
        "SELECT COUNT(1) AS n, COUNT(c.v) AS d FROM c | [{`n`:10,`d`:9}]",
        "SELECT VALUE COUNTIF(c.v = 1) FROM c | [1]",
        "SELECT VALUE SUM(c.v) FROM c WHERE IS_NUMBER(c.v) | [-0.5]",
        "SELECT VALUE SUM(c.v) FROM c | []",
        "SELECT SUM(c.v) FROM c | [{}]",
        "SELECT VALUE SUM(c.missing) FROM c | [0]",
        "SELECT VALUE AVG(c.v) FROM c WHERE c.v > 0 | [1.75]",
        "SELECT VALUE AVG(c.missing) FROM c | []",
        "SELECT VALUE MIN(c.v) FROM c WHERE IS_PRIMITIVE(c.v) | [null]",
        "SELECT VALUE MAX(c.v) FROM c WHERE IS_PRIMITIVE(c.v) | [`b`]",
        "SELECT VALUE MAX(c.v) FROM c | []",
        "SELECT VALUE MIN(c.v) FROM c WHERE IS_NUMBER(c.v) | [-4]",
        "SELECT VALUE MAX(c.pk) - MIN(c.pk) FROM c | [9]",
        "SELECT VALUE [{`item`: COUNT(1)}] FROM c | [[{`item`:10}]]",
        "SELECT VALUE [{`item`: {`sum`: SUM(c.pk), `count`: COUNT(c.pk)}}] FROM c |"
            + " [[{`item`:{`sum`:45,`count`:10}}]]",
        "SELECT {`n`: {`item`: COUNT(1)}} AS payload FROM c | [{`payload`:{`n`:{`item`:10}}}]",
        "SELECT COUNT(1) AS c, SUM(x.n) AS s, AVG(x.n) AS a FROM x WHERE false | [{`c`:0,`s`:0}]",
        "SELECT VALUE COUNT(1) FROM c WHERE c.pk = 3 | [1]",
        "SELECT VALUE COUNT(1) FROM c.v | [9]",
        "SELECT TOP 0 VALUE COUNT(1) FROM c | []",
        "SELECT VALUE COUNT(1) FROM c ORDER BY c.v | [10]",
        "SELECT DISTINCT VALUE COUNT(1) FROM c | [10]",
        "SELECT VALUE COUNT(1) | [1]",
        "SELECT VALUE 1 + 1 | [2]",
        "SELECT 1 AS a, undefined AS b | [{`a`:1}]",
        "SELECT VALUE 1 WHERE false | []",
      })
  void aggregates(String query, String expected) {
    assertThat(results(mixed(), query.replace('`', '"'), 100).toString().replace(", ", ","))
        .isEqualTo(expected.replace('`', '"'));
  }

  @Test
  void countsAsAScanDoes() {
    Container container = create(named("c").partitionKey("/pk").defaultTtl(100));
    for (int i = 0; i < 60; i++) {
      put(
          container,
          "{\"id\":\"" + i + "\",\"pk\":\"p\",\"ttl\":" + (i % 3 == 0 ? -1 : 1 + i) + "}");
    }
    for (int second = 0; second < 65; second++) {
      int scanned = container.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries().size();
      assertThat(results(container, "SELECT VALUE COUNT(1) FROM c", 1))
          .as("by the counts, after %d s", second)
          .containsExactly("" + scanned);
      assertThat(results(container, "SELECT VALUE COUNT(1) FROM c WHERE true", 1))
          .as("by looking, after %d s", second)
          .containsExactly("" + scanned);
      clock.advance(1);
    }
    assertThat(results(container, "SELECT VALUE COUNT(1) FROM c", 1)).containsExactly("20");
  }

  @Test
  void chargesTheCountThatNeedsNoScan() {
    Container container = mixed();
    long before = container.metrics().consumedTotalCentiRu();
    Pages pages = pages(container, "SELECT VALUE COUNT(1) FROM c", 10);
    pages.next();
    assertThat(pages.last.chargeCentiRu()).isEqualTo(230);
    assertThat(container.metrics().consumedTotalCentiRu() - before).isEqualTo(230);
    assertThat(pages.last.retrieved()).isZero();
  }

  @Test
  void resumesWhereTimeEnded() {
    Container container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < 2_500; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":" + i % 50 + ",\"n\":" + i + "}");
    }
    Pages pages =
        new Pages(
            container,
            "SELECT COUNT(c.n) AS n, SUM(c.n) AS s, AVG(c.n) AS a, MIN(c.n) AS x, MAX(c.id) AS y"
                + " FROM c",
            Parameters.NONE,
            Scope.all(container.definition().partitionKey()),
            new PageLimits(100, System.nanoTime(), 0, Long.MAX_VALUE / 2));
    int emptyPages = 0;
    List<String> results = texts(pages.next());
    while (pages.token != null) {
      assertThat(results).isEmpty();
      assertThat(pages.token).hasSizeLessThan(1_024);
      emptyPages++;
      results = texts(pages.next());
    }
    assertThat(emptyPages).isGreaterThanOrEqualTo(2);
    assertThat(results)
        .containsExactly("{\"n\":2500,\"s\":3123750,\"a\":1249.5,\"x\":0,\"y\":\"999\"}");
  }

  @Test
  void endsAPageWhereTheThroughputIsSpentUnlessNobodyCanResume() {
    Container container = create(named("c").partitionKey("/pk").throughput(Throughput.manual(400)));
    for (int i = 0; i < 2_500; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":1,\"n\":" + i + "}");
      realTime.passSeconds(1);
    }
    Pages sum = pages(container, "SELECT VALUE SUM(c.n) FROM c", 10);
    assertThat(sum.next()).isEmpty();
    assertThat(sum.token).isNotNull();
    assertThatThrownBy(sum::next).isInstanceOf(TooManyRequestsException.class);
    realTime.passSeconds(3_600);
    assertThat(sum.next()).isEmpty();
    realTime.passSeconds(3_600);
    assertThat(texts(sum.next())).containsExactly("3123750");
    realTime.passSeconds(3_600);
    Pages sorted = pages(container, "SELECT TOP 1 VALUE c.n FROM c ORDER BY c.n DESC", 10);
    assertThat(texts(sorted.next())).containsExactly("2499");
    assertThatThrownBy(sorted::next).isInstanceOf(TooManyRequestsException.class);
  }

  @Test
  void doesNotStopWhereTheResultSoFarIsTooLongForAToken() {
    Container container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < 2_500; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":1,\"s\":\"" + "x".repeat(300) + i + "\"}");
    }
    Pages pages =
        new Pages(
            container,
            "SELECT VALUE MAX(c.s) FROM c",
            Parameters.NONE,
            Scope.all(container.definition().partitionKey()),
            new PageLimits(100, System.nanoTime(), 0, Long.MAX_VALUE / 2));
    assertThat(texts(pages.next())).containsExactly("\"" + "x".repeat(300) + "999\"");
    assertThat(pages.token).isNull();
  }

  @Test
  @Rule({"C2", "B3"})
  void costsTheSameHoweverManyDeadItemsItPasses() {
    Container with = withDeadItems("with", 25_000);
    Container without = withDeadItems("without", 0);
    String ids =
        IntStream.range(0, 90).mapToObj(i -> "\"m" + i + "\"").collect(Collectors.joining(","));
    for (String query :
        new String[] {
          "SELECT VALUE SUM(c.n) FROM c",
          "SELECT VALUE COUNT(1) FROM c",
          "SELECT VALUE c.n FROM c",
          "SELECT VALUE c.n FROM c WHERE c.n >= 10",
          "SELECT VALUE c.n FROM c ORDER BY c.n",
          "SELECT DISTINCT VALUE c.n FROM c",
          "SELECT VALUE c.n FROM c WHERE c.pk = \"p\" AND c.id IN (" + ids + ",\"a1\")",
          "SELECT VALUE c.n FROM c WHERE false",
          "SELECT VALUE 1",
        }) {
      assertThat(chargesOf(with, query)).as(query).isEqualTo(chargesOf(without, query));
    }
    assertThat(chargesOf(with, "SELECT VALUE SUM(c.n) FROM c")).containsExactly(230L + 100 * 50);
  }

  private Container withDeadItems(String name, int dead) {
    Container container = create(named(name).partitionKey("/pk").defaultTtl(-1));
    for (int i = 0; i < 50; i++) {
      put(container, "a" + i, "n", i);
      put(container, "z" + i, "n", 50 + i);
    }
    putMany(container, "m", dead, "ttl", 1);
    clock.advance(1);
    return container;
  }

  /** What each page costs, as reported and as charged. */
  private static List<Long> chargesOf(Container container, String query) {
    List<Long> charges = new ArrayList<>();
    Pages pages = pages(container, query, 40);
    do {
      long before = container.metrics().consumedTotalCentiRu();
      pages.next();
      charges.add(pages.last.chargeCentiRu());
      assertThat(container.metrics().consumedTotalCentiRu() - before)
          .isEqualTo(pages.last.chargeCentiRu());
    } while (pages.token != null);
    return charges;
  }

  @Test
  @Rule("B4")
  void judgesAllItemsOfAPageAtOneInstant() {
    Container container = create(named("c").partitionKey("/pk").defaultTtl(10));
    putMany(container, "a", 2_500);
    for (String query :
        new String[] {
          "SELECT VALUE SUM(1) FROM c",
          "SELECT TOP 1 VALUE c.id FROM c ORDER BY c.id DESC",
          "SELECT VALUE c.id FROM c WHERE c.id = \"a999\" OR c.id = \"never\"",
        }) {
      putMany(container, "a", 2_500);
      Pages pages = pages(container, query, 10);
      pages.onItem = () -> clock.advance(1);
      assertThat(pages.next()).as(query).hasSize(1);
      assertThat(pages.last.retrieved()).as(query).isEqualTo(2_500);
    }
  }
}
