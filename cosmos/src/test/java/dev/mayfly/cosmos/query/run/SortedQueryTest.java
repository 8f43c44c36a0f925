package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.compile.Distinctness;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.token.PagePosition;
import dev.mayfly.cosmos.query.token.QueryToken;
import dev.mayfly.cosmos.query.token.SortPosition;
import dev.mayfly.cosmos.query.token.SortedRow;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** ORDER BY, DISTINCT, TOP, OFFSET and LIMIT, whatever the size of the pages. */
class SortedQueryTest extends ContainerQueries {
  private Container mixed() {
    Container container = create(named("c").partitionKey("/pk"));
    String[] values = {"\"b\"", "2.5", "true", "null", "-1", "\"a\"", "false", "[1]", "{\"y\":1}"};
    for (int i = 0; i < values.length; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":" + i + ",\"v\":" + values[i] + "}");
    }
    put(container, "{\"id\":\"none\",\"pk\":9}");
    return container;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 100})
  void sortsByTypeAndThenByValue(int pageItems) {
    Container container = mixed();
    List<String> ids =
        List.of("none", "3", "6", "2", "4", "1", "5", "0", "7", "8").stream()
            .map(id -> "\"" + id + "\"")
            .toList();
    assertThat(results(container, "SELECT VALUE c.id FROM c ORDER BY c.v", pageItems))
        .isEqualTo(ids);
    List<String> reversed = new ArrayList<>(ids);
    Collections.reverse(reversed);
    assertThat(results(container, "SELECT VALUE c.id FROM c ORDER BY c.v DESC", pageItems))
        .isEqualTo(reversed);
    assertThat(
            results(container, "SELECT VALUE c.id FROM c ORDER BY c.v OFFSET 3 LIMIT 4", pageItems))
        .isEqualTo(ids.subList(3, 7));
    assertThat(results(container, "SELECT TOP 6 VALUE c.id FROM c ORDER BY c.v", pageItems))
        .isEqualTo(ids.subList(0, 6));
    assertThat(
            results(
                container, "SELECT VALUE c.id FROM c ORDER BY c.v OFFSET 20 LIMIT 5", pageItems))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 10, 1000})
  void sortsBySeveralKeysAndKeepsTiesApart(int pageItems) {
    long seed = Seeds.seed(SortedQueryTest.class);
    Random random = new Random(seed);
    Container container = create(named("c").partitionKey("/pk"));
    List<int[]> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      int[] row = {random.nextInt(3), random.nextInt(4), i};
      rows.add(row);
      put(
          container,
          "{\"id\":\"" + i + "\",\"pk\":" + i % 10 + ",\"a\":" + row[0] + ",\"b\":" + row[1] + "}");
    }
    rows.sort(
        (x, y) ->
            x[0] != y[0]
                ? Integer.compare(x[0], y[0])
                : x[1] != y[1] ? Integer.compare(y[1], x[1]) : Integer.compare(x[2], y[2]));
    assertThat(results(container, "SELECT VALUE c.id FROM c ORDER BY c.a, c.b DESC", pageItems))
        .as("seed %d", seed)
        .isEqualTo(rows.stream().map(row -> "\"" + row[2] + "\"").toList());
  }

  @Test
  void keepsTokensShortWhereKeysAreLong() {
    Container container = create(named("c").partitionKey("/pk"));
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String key = "x".repeat(i % 4 == 0 ? 10 : 3_000) + (char) ('a' + i % 3) + i % 20;
      keys.add("\"" + key + "\"");
      put(container, "{\"id\":\"" + i + "\",\"pk\":" + i + ",\"s\":\"" + key + "\"}");
    }
    Collections.sort(keys);
    Pages pages = pages(container, "SELECT VALUE c.s FROM c ORDER BY c.s", 3);
    List<String> found = new ArrayList<>();
    do {
      found.addAll(texts(pages.next()));
      assertThat(pages.token == null ? "" : pages.token).hasSizeLessThan(1_024);
    } while (pages.token != null);
    assertThat(found).isEqualTo(keys);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c",
        "SELECT * FROM c WHERE c.pk = 1",
        "SELECT * FROM c WHERE c.n < 30"
      })
  void keepsTokensShortWhereIdsAreLong(String query) {
    Container container = create(named("c").partitionKey("/pk").defaultTtl(-1));
    for (int i = 0; i < 40; i++) {
      String id = "i".repeat(i % 5) + i + "y".repeat(1_000);
      String ttl = i % 10 == 3 ? ",\"ttl\":1" : "";
      put(container, "{\"id\":\"" + id + "\",\"pk\":" + i % 2 + ",\"n\":" + i + ttl + "}");
    }
    clock.advance(1);
    List<String> whole = results(container, query, 1_000);
    assertThat(whole).hasSizeGreaterThan(15);
    for (int pageItems : new int[] {1, 2, 7}) {
      Pages pages = pages(container, query, pageItems);
      List<String> found = new ArrayList<>();
      do {
        found.addAll(texts(pages.next()));
        assertThat(pages.token == null ? "" : pages.token).hasSizeLessThan(1_024);
      } while (pages.token != null);
      assertThat(found).isEqualTo(whole);
    }
  }

  @Test
  void losesNothingWhenItemsDieBetweenPages() {
    Container container = create(named("c").partitionKey("/pk").defaultTtl(-1));
    for (int i = 0; i < 20; i++) {
      String ttl = i % 4 == 0 ? ",\"ttl\":5" : "";
      put(container, "{\"id\":\"" + i + "\",\"pk\":" + i + ",\"n\":" + i + ttl + "}");
    }
    Pages sorted = pages(container, "SELECT VALUE c.n FROM c ORDER BY c.n", 6);
    Pages streamed = pages(container, "SELECT VALUE c.n FROM c", 6);
    Pages distinct = pages(container, "SELECT DISTINCT VALUE c.n FROM c", 6);
    List<String> first = texts(sorted.next());
    List<String> found = new ArrayList<>(texts(streamed.next()));
    List<String> different = new ArrayList<>(texts(distinct.next()));
    clock.advance(5);
    assertThat(first).containsExactly("0", "1", "2", "3", "4", "5");
    List<String> living =
        IntStream.range(0, 20).filter(i -> i % 4 != 0).mapToObj(Integer::toString).toList();
    assertThat(texts(sorted.all())).isEqualTo(living.subList(4, living.size()));
    int before = found.size();
    found.addAll(texts(streamed.all()));
    assertThat(found).doesNotHaveDuplicates().containsAll(living);
    assertThat(living).containsAll(found.subList(before, found.size()));
    different.addAll(texts(distinct.all()));
    assertThat(different).doesNotHaveDuplicates().containsAll(living);
  }

  /** Which of the first three, of twelve that begin alike, die after the first page. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "2", "01", "12", "02", "012", ""})
  @Rule({"B2", "B4"})
  void losesNothingWhenItemsWithLongKeysDieBetweenPages(String dying) {
    Container container = create(named("c").partitionKey("/pk").defaultTtl(-1));
    String alike = "x".repeat(3_000);
    for (int i = 0; i < 12; i++) {
      String ttl = i < 3 && dying.contains("" + i) ? ",\"ttl\":5" : "";
      String key = alike + (char) ('a' + i);
      put(
          container,
          "{\"id\":\"" + i + "\",\"pk\":1,\"n\":" + i + ",\"s\":\"" + key + "\"" + ttl + "}");
    }
    Pages up = pages(container, "SELECT VALUE c.n FROM c ORDER BY c.s", 3);
    assertThat(texts(up.next())).containsExactly("0", "1", "2");
    Pages down = pages(container, "SELECT DISTINCT VALUE c.s FROM c ORDER BY c.s DESC", 9);
    assertThat(texts(down.next())).hasSize(9);
    clock.advance(5);
    assertThat(texts(up.all()))
        .containsExactlyElementsOf(IntStream.range(3, 12).mapToObj(Integer::toString).toList());
    assertThat(down.all()).hasSize(3 - dying.length());
  }

  @Test
  void boundsWhatAnOffsetKeepsByWhatItTakesOnTheHeap() {
    SortedRows rows =
        new SortedRows(new boolean[1], Distinctness.ALL, null, 1_000_000, 10, new RowBudget());
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 200_000; i++) {
                Value[] keys = {Value.of(i)};
                rows.add(new SortedRow(keys, new byte[8], Value.NULL, i, 20));
              }
            })
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining("OFFSET");
  }

  @Test
  void refusesTokensOfAnotherContainer() {
    Container one = create(named("one").partitionKey("/pk"));
    Container other = create(named("other").partitionKey("/pk"));
    for (int i = 0; i < 100; i++) {
      put(one, "{\"id\":\"" + i + "\",\"pk\":1}");
      put(other, "{\"id\":\"" + i + "\",\"pk\":1}");
    }
    String ids =
        IntStream.range(0, 100).mapToObj(i -> "\"" + i + "\"").collect(Collectors.joining(","));
    for (String query :
        List.of(
            "SELECT * FROM c",
            "SELECT * FROM c ORDER BY c.id",
            "SELECT DISTINCT VALUE c.id FROM c",
            "SELECT * FROM c WHERE c.pk = 1 AND c.id IN (" + ids + ")")) {
      Pages here = pages(one, query, 10);
      here.next();
      Pages there = pages(other, query, 10);
      there.token = here.token;
      assertThatThrownBy(there::next)
          .as(query)
          .isInstanceOfSatisfying(CosmosException.class, e -> assertThat(e.status()).isEqualTo(400))
          .hasMessageContaining("another container");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 100})
  void findsEachDistinctResultOnce(int pageItems) {
    Container container = create(named("c").partitionKey("/pk"));
    String[] values = {
      "1",
      "1.0",
      "\"1\"",
      "{\"a\":1,\"b\":2}",
      "{\"b\":2,\"a\":1.0}",
      "[1,2]",
      "[2,1]",
      "null",
      "0",
      "-0.0"
    };
    for (int i = 0; i < 40; i++) {
      String value = i % 11 == 10 ? "" : ",\"v\":" + values[i % 11];
      put(container, "{\"id\":\"" + i + "\",\"pk\":" + i + value + "}");
    }
    assertThat(results(container, "SELECT DISTINCT VALUE c.v FROM c", pageItems))
        .hasSize(7)
        .contains("1", "\"1\"", "[1,2]", "[2,1]", "null", "0");
    assertThat(results(container, "SELECT DISTINCT c.v FROM c", pageItems))
        .hasSize(8)
        .contains("{}");
    assertThat(results(container, "SELECT DISTINCT VALUE c.v FROM c OFFSET 2 LIMIT 3", pageItems))
        .hasSize(3)
        .doesNotHaveDuplicates();
    assertThat(results(container, "SELECT DISTINCT TOP 2 VALUE c.v FROM c", pageItems)).hasSize(2);
    assertThat(results(container, "SELECT DISTINCT * FROM c", pageItems)).hasSize(40);
    assertThat(
            results(container, "SELECT DISTINCT VALUE c.v FROM c ORDER BY c.v DESC", pageItems)
                .subList(3, 7))
        .containsExactly("\"1\"", "1", "0", "null");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 100})
  void countsWhatItSkipsAndSendsOverPages(int pageItems) {
    Container container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < 30; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":" + i + ",\"n\":" + i + "}");
    }
    List<String> all = results(container, "SELECT VALUE c.n FROM c", pageItems);
    assertThat(new HashSet<>(all)).hasSize(30);
    assertThat(results(container, "SELECT VALUE c.n FROM c OFFSET 4 LIMIT 9", pageItems))
        .isEqualTo(all.subList(4, 13));
    assertThat(results(container, "SELECT TOP 7 VALUE c.n FROM c", pageItems))
        .isEqualTo(all.subList(0, 7));
    List<String> even = results(container, "SELECT VALUE c.n FROM c WHERE c.n % 2 = 0", pageItems);
    assertThat(even).hasSize(15);
    assertThat(
            results(
                container, "SELECT VALUE c.n FROM c WHERE c.n % 2 = 0 OFFSET 3 LIMIT 5", pageItems))
        .isEqualTo(even.subList(3, 8));
    assertThat(results(container, "SELECT TOP 0 * FROM c", pageItems)).isEmpty();
    assertThat(results(container, "SELECT * FROM c OFFSET 100 LIMIT 1", pageItems)).isEmpty();
  }

  @Test
  void sendsNoTokenAfterTheLastResult() {
    Container container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < 10; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":" + i + "}");
    }
    for (String query :
        List.of(
            "SELECT TOP 10 * FROM c",
            "SELECT TOP 10 * FROM c ORDER BY c.id",
            "SELECT * FROM c ORDER BY c.id",
            "SELECT DISTINCT * FROM c")) {
      Pages pages = pages(container, query, 5);
      assertThat(pages.next()).as(query).hasSize(5);
      assertThat(pages.next()).as(query).hasSize(5);
      assertThat(pages.token).as(query).isNull();
    }
  }

  @Test
  void endsAPageWhereItsBytesEnd() {
    Container container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < 12; i++) {
      put(
          container,
          "{\"id\":\"" + i + "\",\"pk\":" + i % 2 + ",\"s\":\"" + "x".repeat(900_000) + "\"}");
    }
    for (String query :
        List.of(
            "SELECT * FROM c",
            "SELECT * FROM c ORDER BY c.pk",
            "SELECT DISTINCT * FROM c",
            "SELECT * FROM c WHERE c.pk = 0 AND c.id IN ('0','2','4','6','8','10') OR c.pk = 1"
                + " AND c.id IN ('1','3','5','7','9','11')")) {
      Pages pages = pages(container, query, 1_000);
      List<String> ids = new ArrayList<>();
      do {
        pages.next().forEach(item -> ids.add(item.asDocument().getString("id").getValue()));
        assertThat(pages.last.body().length).as(query).isLessThan(4 << 20);
      } while (pages.token != null);
      assertThat(ids).as(query).hasSize(12).doesNotHaveDuplicates();
    }
  }

  @Test
  void refusesWhatItCannotSort() {
    Container container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < 2_500; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":1}");
    }
    Pages pages =
        new Pages(
            container,
            "SELECT * FROM c ORDER BY c.id",
            Parameters.NONE,
            Scope.all(container.definition().partitionKey()),
            new PageLimits(100, System.nanoTime(), 0, 0));
    assertThatThrownBy(pages::next)
        .hasMessageContaining("sorts more items than this server can read")
        .hasMessageContaining("narrow it with a filter");
  }

  @Test
  void findsEachDistinctResultOnceWherePagesAreFullOfBytes() {
    Container container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < 50; i++) {
      String text = i + "x".repeat(70_000);
      put(container, "{\"id\":\"" + i + "\",\"pk\":" + i + ",\"s\":\"" + text + "\"}");
    }
    for (String query :
        List.of(
            "SELECT DISTINCT VALUE c.s FROM c",
            "SELECT DISTINCT VALUE c.s FROM c OFFSET 0 LIMIT 60")) {
      List<Integer> found = new ArrayList<>();
      for (String text : results(container, query, 100)) {
        found.add(Integer.parseInt(text.substring(1, text.indexOf('x'))));
      }
      assertThat(found).hasSize(50).doesNotHaveDuplicates();
    }
  }

  @Test
  void refusesATokenOfAnotherShape() {
    Container container = mixed();
    for (SortPosition position :
        List.of(
            new SortPosition(List.of(), true, new byte[0], List.of()),
            new SortPosition(List.of(), false, new byte[8], List.of()),
            new SortPosition(List.of(Value.NULL, Value.NULL), false, new byte[8], List.of()))) {
      Pages pages = pages(container, "SELECT * FROM c ORDER BY c.v", 3);
      QueryToken.Owner owner = QueryToken.Owner.of(CHECK, container);
      pages.token =
          new QueryToken(owner, 0, 1, PagePosition.START, List.of(), position)
              .by(0, EpkRange.FULL)
              .encode();
      assertThatThrownBy(pages::next)
          .isInstanceOf(CosmosException.class)
          .hasMessageContaining("continuation token");
    }
  }
}
