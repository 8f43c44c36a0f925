package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JOIN, subqueries and GROUP BY over a few orders. */
class JoinQueryTest extends ContainerQueries {
  private Container orders() {
    Container container = create(named("c").partitionKey("/part"));
    put(
        container,
        "{\"id\":\"a\",\"pk\":1,\"who\":\"ann\",\"lines\":[{\"n\":2,\"of\":\"nut\"},"
            + "{\"n\":1,\"of\":\"fig\"}],\"tags\":[\"x\",\"y\"]}");
    put(
        container,
        "{\"id\":\"b\",\"pk\":1,\"who\":\"bob\",\"lines\":[{\"n\":5,\"of\":\"nut\"}],\"tags\":[]}");
    put(container, "{\"id\":\"c\",\"pk\":2,\"who\":\"ann\",\"lines\":[],\"tags\":[\"x\"]}");
    put(container, "{\"id\":\"d\",\"pk\":2,\"lines\":\"none\",\"at\":{\"x\":1,\"y\":2}}");
    return container;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // FROM
        "SELECT VALUE l.of FROM l IN c.lines | 'nut';'fig';'nut'",
        "SELECT * FROM c.at | {'x':1,'y':2}",
        "SELECT VALUE x FROM c.at.x | 1",
        "SELECT VALUE t FROM t IN t.tags | 'x';'y';'x'",
        "SELECT VALUE p.k FROM c JOIN p IN ObjectToArray(c.at) | 'x';'y'",
        "SELECT VALUE r.id FROM (SELECT VALUE c FROM c WHERE c.pk = 2) AS r | 'c';'d'",
        "SELECT VALUE n FROM (SELECT VALUE l.n FROM l IN c.lines) n WHERE n > 1 | 2;5",
        // JOIN
        "SELECT c.id, l.n FROM c JOIN l IN c.lines |"
            + " {'id':'a','n':2};{'id':'a','n':1};{'id':'b','n':5}",
        "SELECT VALUE [l.n, t] FROM c JOIN l IN c.lines JOIN t IN c.tags |"
            + " [2,'x'];[2,'y'];[1,'x'];[1,'y']",
        "SELECT VALUE a.y FROM c JOIN c.at a | 2",
        "SELECT VALUE m FROM c JOIN (SELECT VALUE MAX(l.n) FROM l IN c.lines) AS m | 2;5",
        "SELECT VALUE l.of FROM c JOIN (SELECT VALUE l FROM l IN c.lines WHERE l.n > 1) AS l |"
            + " 'nut';'nut'",
        "SELECT VALUE c.id FROM c JOIN l IN c.lines WHERE l.of = 'nut' AND c.pk = 1 | 'a';'b'",
        // subqueries
        "SELECT VALUE c.id FROM c WHERE EXISTS(SELECT 1 FROM l IN c.lines WHERE l.n > 2) | 'b'",
        "SELECT VALUE c.id FROM c WHERE NOT EXISTS(SELECT VALUE t FROM t IN c.tags) | 'b';'d'",
        "SELECT VALUE ARRAY(SELECT VALUE l.n * 10 FROM l IN c.lines) FROM c WHERE c.pk = 1 |"
            + " [20,10];[50]",
        "SELECT VALUE (SELECT VALUE SUM(l.n) FROM l IN c.lines) FROM c | 3;5;0;0",
        "SELECT VALUE (SELECT VALUE c.at.x + 1) FROM c | 2",
        "SELECT VALUE FIRST(SELECT VALUE l.of FROM l IN c.lines) FROM c | 'nut';'nut'",
        "SELECT VALUE LAST(SELECT VALUE l.of FROM l IN c.lines) FROM c | 'fig';'nut'",
        "SELECT VALUE c.id FROM c WHERE ALL(SELECT VALUE l FROM l IN c.lines WHERE l.n > 1) |"
            + " 'b';'c';'d'",
        "SELECT VALUE ARRAY(SELECT DISTINCT VALUE l.of FROM x IN c.lines JOIN l IN c.lines) FROM c"
            + " WHERE c.id = 'a' | ['nut','fig']",
        "SELECT VALUE ARRAY(SELECT l.of, COUNT(1) AS k FROM l IN c.lines GROUP BY l.of) FROM c"
            + " WHERE c.id = 'b' | [{'of':'nut','k':1}]",
        "SELECT VALUE EXISTS(SELECT VALUE undefined) | false",
        "SELECT VALUE EXISTS(SELECT undefined) | true",
        "SELECT VALUE (SELECT VALUE COUNT(1) FROM c JOIN l IN c.lines) FROM c | 2;1;0;0",
        // results of all items, looked at once more
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.who FROM c) | 2",
        "SELECT VALUE g.k FROM (SELECT c.who, COUNT(1) AS k FROM c GROUP BY c.who) AS g"
            + " WHERE g.who = 'ann' | 2",
        "SELECT VALUE w FROM (SELECT DISTINCT VALUE c.who FROM c) AS w ORDER BY w | 'ann';'bob'",
        "SELECT VALUE s + 1 FROM (SELECT VALUE SUM(c.pk) FROM c) AS s | 7",
        // lists and sets
        "SELECT VALUE MAKELIST(t) FROM c JOIN t IN c.tags | ['x','y','x']",
        "SELECT VALUE MAKESET(t) FROM c JOIN t IN c.tags | ['x','y']",
        "SELECT VALUE MAKESET(c.none) FROM c | []",
      })
  void findsWhatIsJoined(String query, String expected) {
    Container container = orders();
    List<String> wanted = List.of(expected.replace('\'', '"').split(";"));
    assertThat(results(container, query, 100)).containsExactlyElementsOf(wanted);
    assertThat(results(container, query, 1)).containsExactlyElementsOf(wanted);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void groupsInPages(int pageItems) {
    Container container = orders();
    assertThat(results(container, "SELECT c.who, COUNT(1) AS k FROM c GROUP BY c.who", pageItems))
        .containsExactlyInAnyOrder(
            "{\"who\":\"ann\",\"k\":2}", "{\"who\":\"bob\",\"k\":1}", "{\"k\":1}");
    assertThat(results(container, "SELECT VALUE c.who FROM c GROUP BY c.who", pageItems))
        .containsExactlyInAnyOrder("\"ann\"", "\"bob\"");
    assertThat(
            results(
                container,
                "SELECT UPPER(l.of) AS of, SUM(l.n) + 1 AS s FROM c JOIN l IN c.lines"
                    + " GROUP BY UPPER(l.of)",
                pageItems))
        .containsExactlyInAnyOrder("{\"of\":\"NUT\",\"s\":8}", "{\"of\":\"FIG\",\"s\":2}");
    assertThat(results(container, "SELECT COUNT(1) FROM c WHERE false GROUP BY c.who", pageItems))
        .isEmpty();
    assertThat(results(container, "SELECT DISTINCT VALUE 1 FROM c GROUP BY c.who", pageItems))
        .containsExactly("1");
    assertThat(results(container, "SELECT VALUE c.pk FROM c GROUP BY c.pk, c.id", pageItems))
        .hasSize(4);
  }

  @Test
  void manyGroupsComeOnceEach() {
    Container container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < 300; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":1,\"k\":" + i % 100 + "}");
    }
    Pages pages =
        pages(container, "SELECT c.k, COUNT(1) AS n FROM c GROUP BY c.k OFFSET 5 LIMIT 80", 7);
    List<String> found = texts(pages.all());
    assertThat(found).hasSize(80).doesNotHaveDuplicates().allMatch(row -> row.endsWith("\"n\":3}"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100})
  void equalKeysAreOneGroupHoweverTheyAreWritten(int pageItems) {
    Container container = create(named("c").partitionKey("/pk"));
    String text = "\"" + "x".repeat(300) + "\"";
    String[] keys = {"1", "1.0", "1e0", "\"1\"", "null", "true", "[1]", "[1.0]", text, "\"\"", "0"};
    for (int i = 0; i < 3 * keys.length; i++) {
      put(container, "{\"id\":\"%d\",\"pk\":1,\"k\":%s}".formatted(i, keys[i % keys.length]));
    }
    put(container, "{\"id\":\"none\",\"pk\":1}");
    assertThat(results(container, "SELECT c.k, COUNT(1) AS n FROM c GROUP BY c.k", pageItems))
        .containsExactlyInAnyOrder(
            "{\"k\":1,\"n\":9}",
            "{\"k\":\"1\",\"n\":3}",
            "{\"k\":null,\"n\":3}",
            "{\"k\":true,\"n\":3}",
            "{\"k\":[1],\"n\":6}",
            "{\"k\":" + text + ",\"n\":3}",
            "{\"k\":\"\",\"n\":3}",
            "{\"k\":0,\"n\":3}",
            "{\"n\":1}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT * FROM c JOIN t IN c.tags | only valid with a single input set",
        "SELECT * FROM c GROUP BY c.who | SC2041",
        "SELECT c.id FROM c GROUP BY c.who | Property reference 'c.id' is invalid",
        "SELECT VALUE (SELECT VALUE t FROM t IN c.tags) FROM c | cardinality of a scalar subquery",
        "SELECT VALUE (SELECT TOP 1 VALUE t FROM t IN c.tags) FROM c | SC2203",
        "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.tags ORDER BY t) FROM c | SC2202",
        "SELECT VALUE t FROM t IN (SELECT VALUE c.tags FROM c OFFSET 0 LIMIT 1) | SC2204",
        "SELECT VALUE (SELECT VALUE d.x FROM d) FROM c | Identifier 'd' could not be resolved.",
        "SELECT VALUE c.id FROM t IN c.tags | Identifier 'c' could not be resolved.",
        "SELECT VALUE 1 FROM c JOIN c IN c.tags | more than once in the FROM clause",
        "SELECT VALUE t FROM c JOIN t IN c.tags ORDER BY t | Order-by over correlated collections",
        "SELECT c.who, COUNT(1) FROM c GROUP BY c.who ORDER BY c.who | not supported with GROUP BY",
        "SELECT VALUE SUM((SELECT VALUE 1)) FROM c | SC2101",
      })
  void refusesWhatMeansNothing(String query, String part) {
    Container container = orders();
    assertThatThrownBy(() -> results(container, query, 10)).hasMessageContaining(part);
  }

  private Container exploding(int elements) {
    Container container = create(named("big").partitionKey("/pk"));
    String list =
        IntStream.range(0, elements).mapToObj(String::valueOf).collect(Collectors.joining(","));
    put(container, "{\"id\":\"a\",\"pk\":1,\"l\":[" + list + "]}");
    put(container, "{\"id\":\"b\",\"pk\":1,\"l\":[7]}");
    return container;
  }

  @Test
  void aPageEndsAmongTheRowsOfAnItem() {
    Container container = exploding(40);
    String query = "SELECT VALUE [x, y] FROM c JOIN x IN c.l JOIN y IN c.l";
    List<String> whole = results(container, query, 10_000);
    assertThat(whole).hasSize(1601).startsWith("[0,0]", "[0,1]").endsWith("[39,39]", "[7,7]");
    for (int pageItems : new int[] {7, 40, 400}) {
      assertThat(results(container, query, pageItems)).isEqualTo(whole);
    }
    List<String> sorted = new ArrayList<>(whole);
    assertThat(results(container, query + " ORDER BY c.id", 100)).isEqualTo(sorted);
  }

  /** Ten times itself: as many rows as nobody waits for. */
  @Test
  @Timeout(60)
  void aJoinThatExplodesNeverHoldsAThread() {
    Container container = exploding(200);
    String joins =
        IntStream.range(0, 10)
            .mapToObj(i -> " JOIN x" + i + " IN c.l")
            .collect(Collectors.joining());
    PageLimits soon = new PageLimits(100, System.nanoTime(), 1_000_000, 2_000_000_000L);
    Scope scope = Scope.all(container.definition().partitionKey());
    Pages none =
        new Pages(
            container,
            "SELECT VALUE 1 FROM c" + joins + " WHERE x9 < 0",
            Parameters.NONE,
            scope,
            soon);
    for (int i = 0; i < 5; i++) {
      assertThat(none.next()).isEmpty();
      assertThat(none.token).isNotNull().hasSizeLessThan(1024);
    }
    Pages counted =
        new Pages(container, "SELECT VALUE COUNT(1) FROM c" + joins, Parameters.NONE, scope, soon);
    assertThat(counted.next()).isEmpty();
    assertThat(counted.token).isNotNull();
    Pages within =
        new Pages(
            container,
            "SELECT VALUE (SELECT VALUE COUNT(1) FROM c" + joins + ") FROM c",
            Parameters.NONE,
            scope,
            soon);
    assertThatThrownBy(within::next).hasMessageContaining("takes longer than a request may");
    String eleven = joins + " JOIN x10 IN c.l";
    assertThatThrownBy(() -> results(container, "SELECT VALUE 1 FROM c" + eleven, 10))
        .hasMessageContaining("more than 10 JOINs");
  }

  @Test
  @Timeout(60)
  void aPatternThatLooksBackWithoutEndIsGivenUp() {
    Container container = create(named("long").partitionKey("/pk"));
    put(container, "{\"id\":\"a\",\"pk\":1,\"s\":\"" + "a".repeat(1_000_000) + "\"}");
    PageLimits soon = new PageLimits(100, System.nanoTime(), 1_000_000, 1_000_000_000L);
    Scope scope = Scope.all(container.definition().partitionKey());
    String like = "SELECT VALUE c.s LIKE '%" + "a".repeat(100_000) + "b' FROM c";
    Pages pages = new Pages(container, like, Parameters.NONE, scope, soon);
    assertThatThrownBy(pages::next).hasMessageContaining("takes longer than a request may");
    String regex = "SELECT VALUE RegexMatch(c.s, '" + "a".repeat(5_000) + "b') FROM c";
    assertThatThrownBy(() -> results(container, regex, 1)).hasMessageContaining("too large");
  }
}
