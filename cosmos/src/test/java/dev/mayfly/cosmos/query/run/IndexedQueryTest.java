package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.query.run.naive.Naive;
import dev.mayfly.cosmos.query.run.naive.Part;
import dev.mayfly.cosmos.query.run.naive.RandomFilters;
import dev.mayfly.cosmos.query.run.naive.RandomParts;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.IndexingPolicy;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/**
 * Random queries that indexes can serve, held against an evaluator that knows of none: before the
 * indexes are there, while they are built, when they are ready, and while they come and go and
 * items die between the pages. Results of ORDER BY must come in exactly the order in which items of
 * equal keys were made.
 */
class IndexedQueryTest extends ContainerQueries {
  private static final int CONTAINERS = 8;
  private static final int QUERIES = 40;
  private static final int DOCUMENTS = 60;
  private static final String LONG = "a".repeat(1100);
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "b",
          "ab",
          "abc",
          "a\uE000",
          "a\uFFFD",
          "a😀",
          "a😀b",
          "😀",
          "\uE000",
          LONG,
          LONG + "b",
          LONG + "c",
          LONG.substring(0, 300));

  private static final List<String> SHORT_TEXTS =
      TEXTS.stream().filter(text -> text.length() < 100).toList();

  private static final String COMPOSITE =
      "{'indexingPolicy':{'compositeIndexes':["
          + "[{'path':'/a','order':'ascending'},{'path':'/b','order':'descending'}],"
          + "[{'path':'/c','order':'descending'},{'path':'/a','order':'ascending'}]]}}";

  private static final IndexingPolicy NOTHING =
      new IndexingPolicy(IndexingPolicy.Mode.CONSISTENT, List.of(), List.of("/*"));

  private final long seed = Seeds.seed(IndexedQueryTest.class);
  private final Random random = new Random(seed);
  private RandomParts parts;
  private RandomFilters filters;
  private final List<Map<String, Object>> documents = new ArrayList<>();
  private final Map<String, Long> deaths = new HashMap<>();
  private Container container;
  private int indexed;
  private boolean counted = true;
  private boolean mortal;

  /** A query and the rows it should find, in order. */
  private record Asked(String text, List<String> ids, boolean ordered) {}

  private void fill(int number, List<String> texts, boolean mortal) {
    this.mortal = mortal;
    parts = new RandomParts(random, texts);
    filters = new RandomFilters(random, parts);
    container =
        create(
            named("c" + number)
                .partitionKey("/pk")
                .defaultTtl(mortal ? -1 : null)
                .opaque(new BsonDocument("cosmos", BsonDocument.parse(COMPOSITE))));
    documents.clear();
    deaths.clear();
    for (int i = 0; i < DOCUMENTS; i++) {
      add("i" + i);
    }
  }

  private void add(String id) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("id", id);
    document.put("pk", (double) random.nextInt(3));
    document.putAll(parts.document());
    if (mortal && random.nextInt(4) == 0) {
      int seconds = 1 + random.nextInt(40);
      document.put("ttl", (double) seconds);
      deaths.put(id, clock.epochSecond() + seconds);
    }
    documents.add(document);
    put(container, Naive.json(document));
  }

  private boolean isAlive(Map<String, Object> document) {
    Long death = deaths.get((String) document.get("id"));
    return death == null || clock.epochSecond() < death;
  }

  private Asked ask() {
    boolean sorted = random.nextInt(3) > 0;
    boolean joined = !sorted && random.nextInt(3) == 0;
    Part where = random.nextInt(4) == 0 && sorted ? null : filters.filter(joined, 2);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Map<String, Object> document : documents) {
      List<?> elements = joined ? (List<?>) document.get("l") : List.of(1);
      for (Object element : isAlive(document) ? elements : List.of()) {
        Map<String, Object> row = new HashMap<>(Map.of("c", document, "x", element));
        if (where == null || Boolean.TRUE.equals(where.worth().apply(row))) {
          rows.add(row);
        }
      }
    }
    String text =
        "SELECT VALUE c.id FROM c"
            + (joined ? " JOIN x IN c.l" : "")
            + (where == null ? "" : " WHERE " + where.text());
    return sorted ? sorted(text, rows) : new Asked(text, idsOf(rows), false);
  }

  private static List<String> idsOf(List<Map<String, Object>> rows) {
    return rows.stream().map(row -> (String) ((Map<?, ?>) row.get("c")).get("id")).toList();
  }

  private Asked sorted(String text, List<Map<String, Object>> rows) {
    boolean descending = random.nextBoolean();
    Comparator<Map<String, Object>> order;
    String by;
    switch (random.nextInt(4)) {
      case 0 -> {
        by = descending ? "c.a DESC, c.b" : "c.a, c.b DESC";
        order = by("a", descending).thenComparing(by("b", !descending));
      }
      case 1 -> {
        by = descending ? "c.c DESC, c.a" : "c.c, c.a DESC";
        order = by("c", descending).thenComparing(by("a", !descending));
      }
      default -> {
        Part key = filters.path();
        by = key.text() + (descending ? " DESC" : "");
        order = by(key.text().substring(2), descending);
      }
    }
    List<Map<String, Object>> ordered = new ArrayList<>(rows);
    if (descending) {
      // Items with the same keys come in the direction of the first of them.
      Collections.reverse(ordered);
    }
    ordered.sort(order);
    List<String> ids = idsOf(ordered);
    String query = text + " ORDER BY " + by;
    if (counted && random.nextInt(3) == 0) {
      int offset = random.nextInt(5);
      int limit = random.nextInt(20);
      query += " OFFSET " + offset + " LIMIT " + limit;
      ids = ids.subList(Math.min(offset, ids.size()), Math.min(offset + limit, ids.size()));
    }
    return new Asked(query, ids, true);
  }

  private static Comparator<Map<String, Object>> by(String dotted, boolean descending) {
    Part key = RandomFilters.path(dotted);
    Comparator<Map<String, Object>> order =
        (one, other) -> Naive.order(key.worth().apply(one), key.worth().apply(other));
    return descending ? order.reversed() : order;
  }

  private String reported(Asked asked) {
    return "seed " + seed + ": " + asked.text();
  }

  private List<String> page(Pages pages) {
    List<String> ids = new ArrayList<>();
    for (BsonValue value : pages.next()) {
      ids.add(value.asString().getValue());
    }
    indexed += pages.last.indexes().indexes().isEmpty() ? 0 : 1;
    if (pages.token != null) {
      assertThat(pages.token.length()).isLessThan(1024);
    }
    return ids;
  }

  private void check(Runnable between) {
    Asked asked = ask();
    Pages pages = pages(container, asked.text(), 1 + random.nextInt(12));
    List<String> found = new ArrayList<>();
    do {
      found.addAll(page(pages));
      between.run();
    } while (pages.token != null);
    if (asked.ordered()) {
      assertThat(found).as(reported(asked)).isEqualTo(asked.ids());
    } else {
      assertThat(found).as(reported(asked)).containsExactlyInAnyOrderElementsOf(asked.ids());
      String count = asked.text().replace("VALUE c.id", "VALUE COUNT(1)");
      assertThat(results(container, count, 1))
          .as(reported(asked))
          .containsExactly("" + found.size());
    }
  }

  @Test
  void theSameIsFoundBeforeAnIndexIsThereWhileItIsBuiltAndWhenItIsReady() {
    for (int i = 0; i < CONTAINERS; i++) {
      fill(i, TEXTS, i % 2 == 0);
      for (int j = 0; j < QUERIES; j++) {
        check(() -> {});
        if (random.nextInt(4) == 0) {
          container.maintenance().buildIndexes(1 + random.nextInt(20));
        }
      }
      engine.background().catchUp();
      for (int j = 0; j < QUERIES; j++) {
        check(() -> {});
        engine.background().catchUp();
      }
    }
    assertThat(indexed).as("pages that read an index").isGreaterThan(CONTAINERS * QUERIES / 2);
  }

  @Test
  void nothingDeadIsFoundAndNothingIsLostWhileIndexesComeAndGo() {
    counted = false;
    for (int i = 0; i < CONTAINERS; i++) {
      // A sorted result may come twice if the items with the long keys it resumes after have
      // expired.
      fill(i, SHORT_TEXTS, true);
      for (int j = 0; j < QUERIES; j++) {
        changing();
        engine.background().catchUp();
        add("more" + j);
      }
    }
    assertThat(indexed).as("pages that read an index").isGreaterThan(CONTAINERS * QUERIES / 2);
  }

  private void changing() {
    Asked asked = ask();
    boolean joined = asked.text().contains("JOIN");
    Pages pages = pages(container, asked.text(), 1 + random.nextInt(12));
    List<String> found = new ArrayList<>();
    do {
      List<String> page = page(pages);
      assertThat(page).as(reported(asked)).allMatch(this::isAlive);
      found.addAll(page);
      change();
    } while (pages.token != null);
    List<String> expected = asked.ids();
    if (!joined) {
      assertThat(found).as(reported(asked)).doesNotHaveDuplicates();
    }
    assertThat(new HashSet<>(expected)).as(reported(asked)).containsAll(found);
    assertThat(found)
        .as(reported(asked))
        .containsAll(expected.stream().filter(this::isAlive).toList());
    if (asked.ordered()) {
      assertThat(expected.stream().filter(new HashSet<>(found)::contains).toList())
          .as(reported(asked))
          .isEqualTo(found);
    }
  }

  private boolean isAlive(String id) {
    Long death = deaths.get(id);
    return death == null || clock.epochSecond() < death;
  }

  /** Moves the clock, lets indexes become ready, or takes them away. */
  private void change() {
    switch (random.nextInt(6)) {
      case 0 -> clock.advance(1 + random.nextInt(3));
      case 1 -> engine.background().catchUp();
      case 2 -> {
        dropIndexes();
        if (random.nextBoolean()) {
          engine.background().catchUp();
        }
      }
      default -> {}
    }
  }

  private void dropIndexes() {
    change(container, definition -> definition.indexing(NOTHING));
    change(container, definition -> definition.indexing(IndexingPolicy.ALL));
  }
}
