package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.query.compile.Distinctness;
import dev.mayfly.engine.Container;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * DISTINCT with an ORDER BY of what is not selected: each result stands where its first row does.
 */
class DistinctOrderTest extends ContainerQueries {
  private record Row(int kind, int n) {}

  private static String json(int id, Row row) {
    return "{\"id\":\"%d\",\"pk\":\"p%d\",\"k\":%d,\"o\":{\"n\":%d}}"
        .formatted(id, id % 3, row.kind(), row.n());
  }

  /** Sorted, then the first of the same. */
  private static List<String> expected(List<Row> rows, boolean descending) {
    List<Row> sorted = new ArrayList<>(rows);
    sorted.sort(
        (a, b) -> descending ? Integer.compare(b.n(), a.n()) : Integer.compare(a.n(), b.n()));
    LinkedHashSet<String> kinds = new LinkedHashSet<>();
    sorted.forEach(row -> kinds.add("" + row.kind()));
    return List.copyOf(kinds);
  }

  @RepeatedTest(10)
  void eachResultComesOnceInTheOrderOfItsFirstRow() {
    long seed = Seeds.seed(DistinctOrderTest.class);
    Random random = new Random(seed);
    Container container = create(named("c").partitionKey("/pk"));
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      places.add(i);
    }
    Collections.shuffle(places, random);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      // No two with the same key, so that there is one right order.
      Row row = new Row(random.nextInt(12), places.get(i));
      rows.add(row);
      put(container, json(i, row));
    }
    for (int pageItems = 1; pageItems <= 7; pageItems++) {
      for (boolean descending : new boolean[] {false, true}) {
        String direction = descending ? " DESC" : "";
        String query = "SELECT DISTINCT VALUE c.k FROM c ORDER BY c.o.n" + direction;
        List<String> all = expected(rows, descending);
        assertThat(results(container, query, pageItems))
            .as("seed %d, %s, pages of %d", seed, query, pageItems)
            .isEqualTo(all);
        assertThat(results(container, query + " OFFSET 2 LIMIT 5", pageItems))
            .as("seed %d, %s OFFSET 2 LIMIT 5, pages of %d", seed, query, pageItems)
            .isEqualTo(all.subList(Math.min(2, all.size()), Math.min(7, all.size())));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT DISTINCT VALUE c.o FROM c ORDER BY c.o.n | ANY",
        "SELECT DISTINCT VALUE c FROM c ORDER BY c.o.n | ANY",
        "SELECT DISTINCT * FROM c ORDER BY c.o.n | ANY",
        "SELECT DISTINCT c.k, c.o FROM c ORDER BY c.o.n, c.k | ANY",
        "SELECT DISTINCT c.k AS o, c.o FROM c ORDER BY c.o.n | FIRST",
        "SELECT DISTINCT c.k FROM c ORDER BY c.k, c.o.n | FIRST",
        "SELECT DISTINCT VALUE c.o.n FROM c ORDER BY c.o | FIRST",
        "SELECT c.k FROM c ORDER BY c.o.n | ALL",
      })
  void knowsWhenTheOrderIsPartOfTheResult(String query, Distinctness expected) {
    Container container = create(named("c").partitionKey("/pk"));
    assertThat(pages(container, query, 1).query().distinctness()).isEqualTo(expected);
  }

  @Test
  void whatDiesBetweenPagesTakesItsPlaceAlong() {
    Container container = create(named("c").partitionKey("/pk").defaultTtl(-1));
    put(container, "{\"id\":\"1\",\"pk\":\"p\",\"k\":1,\"o\":{\"n\":1}}");
    put(container, "{\"id\":\"2\",\"pk\":\"p\",\"k\":2,\"o\":{\"n\":2},\"ttl\":5}");
    put(container, "{\"id\":\"3\",\"pk\":\"p\",\"k\":3,\"o\":{\"n\":3}}");
    put(container, "{\"id\":\"4\",\"pk\":\"p\",\"k\":2,\"o\":{\"n\":4}}");
    Pages pages = pages(container, "SELECT DISTINCT VALUE c.k FROM c ORDER BY c.o.n", 1);
    assertThat(texts(pages.next())).containsExactly("1");
    clock.advance(5);
    assertThat(texts(pages.all())).containsExactly("3", "2");
  }
}
