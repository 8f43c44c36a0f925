package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.query.run.naive.Naive;
import dev.mayfly.cosmos.query.run.naive.Part;
import dev.mayfly.cosmos.query.run.naive.RandomParts;
import dev.mayfly.engine.Container;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random queries over random documents, against an evaluator that shares nothing with ours. */
class RandomQueryTest extends ContainerQueries {
  private static final int CONTAINERS = 12;
  private static final int QUERIES = 60;
  private static final int DOCUMENTS = 25;

  private final long seed = Seeds.seed(RandomQueryTest.class);
  private final Random random = new Random(seed);
  private final RandomParts parts = new RandomParts(random);

  @Test
  void agreesWithTheSimplestEvaluator() {
    for (int i = 0; i < CONTAINERS; i++) {
      Container container = create(named("c" + i).partitionKey("/pk"));
      List<Map<String, Object>> documents = documents(container);
      for (int j = 0; j < QUERIES; j++) {
        switch (random.nextInt(5)) {
          case 0 -> distinct(container, documents);
          case 1 -> sorted(container, documents);
          case 2 -> aggregated(container, documents);
          case 3 -> grouped(container, documents);
          default -> filtered(container, documents);
        }
      }
    }
  }

  private List<Map<String, Object>> documents(Container container) {
    List<Map<String, Object>> documents = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("id", "i" + i);
      document.put("pk", (double) random.nextInt(3));
      document.putAll(parts.document());
      documents.add(document);
      put(container, Naive.json(document));
    }
    return documents;
  }

  /** A FROM and a WHERE: what they say, and the rows that they leave. */
  private record Source(String text, List<String> names, List<Map<String, Object>> rows) {}

  private Source source(List<Map<String, Object>> documents) {
    boolean joined = random.nextInt(3) == 0;
    List<String> names = joined ? List.of("c", "x") : List.of("c");
    Part where = parts.condition(names, 2);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Map<String, Object> document : documents) {
      List<?> elements = joined ? (List<?>) document.get("l") : List.of(1);
      for (Object element : elements) {
        Map<String, Object> row = new HashMap<>(Map.of("c", document, "x", element));
        if (Boolean.TRUE.equals(where.worth().apply(row))) {
          rows.add(row);
        }
      }
    }
    String from = joined ? " FROM c JOIN x IN c.l" : " FROM c";
    return new Source(from + " WHERE " + where.text(), names, rows);
  }

  private List<Object> found(Container container, String query) {
    List<Object> found = new ArrayList<>();
    int pageItems = 1 + random.nextInt(30);
    pages(container, query, pageItems).all().forEach(value -> found.add(Naive.of(value)));
    return found;
  }

  private static List<Object> worth(Part part, List<Map<String, Object>> rows) {
    List<Object> values = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Object value = part.worth().apply(row);
      if (value != Naive.UNDEFINED) {
        values.add(value);
      }
    }
    return values;
  }

  private String reported(String query) {
    return "seed " + seed + ": " + query;
  }

  private void filtered(Container container, List<Map<String, Object>> documents) {
    Source source = source(documents);
    Part value = parts.value(source.names(), 2);
    String query = "SELECT VALUE " + value.text() + source.text();
    assertThat(found(container, query))
        .as(reported(query))
        .containsExactlyInAnyOrderElementsOf(worth(value, source.rows()));
  }

  private void distinct(Container container, List<Map<String, Object>> documents) {
    Source source = source(documents);
    Part value = parts.value(source.names(), 1);
    String query = "SELECT DISTINCT VALUE " + value.text() + source.text();
    assertThat(found(container, query))
        .as(reported(query))
        .containsExactlyInAnyOrderElementsOf(new LinkedHashSet<>(worth(value, source.rows())));
  }

  private void sorted(Container container, List<Map<String, Object>> documents) {
    Source source = source(documents);
    Part key = parts.path(List.of("c"));
    boolean descending = random.nextBoolean();
    int offset = random.nextInt(4);
    int limit = random.nextInt(20);
    String query =
        "SELECT VALUE "
            + key.text()
            + source.text()
            + " ORDER BY "
            + key.text()
            + (descending ? " DESC" : "")
            + " OFFSET "
            + offset
            + " LIMIT "
            + limit;
    Comparator<Object> order = descending ? (a, b) -> Naive.order(b, a) : Naive::order;
    List<Object> expected = worth(key, source.rows());
    expected.sort(order);
    List<Object> cut =
        expected.subList(
            Math.min(offset, expected.size()), Math.min(offset + limit, expected.size()));
    List<Object> results = found(container, query);
    assertThat(results).as(reported(query)).hasSameSizeAs(cut);
    for (int i = 0; i < cut.size(); i++) {
      assertThat(Naive.order(results.get(i), cut.get(i))).as(reported(query)).isZero();
    }
  }

  private void aggregated(Container container, List<Map<String, Object>> documents) {
    Source source = source(documents);
    Part value = parts.path(source.names());
    String text = value.text();
    String query =
        "SELECT COUNT(1) AS n, COUNT(%s) AS d, SUM(%s) AS s, MAX(%s) AS m%s"
            .formatted(text, text, text, source.text());
    assertThat(found(container, query))
        .as(reported(query))
        .containsExactly(summary(source.rows(), value));
  }

  private static Map<String, Object> summary(List<Map<String, Object>> rows, Part value) {
    List<Object> values = worth(value, rows);
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("n", (double) rows.size());
    summary.put("d", (double) values.size());
    if (values.stream().allMatch(Double.class::isInstance)) {
      double sum = 0;
      for (Object each : values) {
        sum += (Double) each;
      }
      summary.put("s", sum);
    }
    if (!values.isEmpty() && values.stream().noneMatch(RandomQueryTest::isComposed)) {
      summary.put("m", values.stream().max(Naive::order).orElseThrow());
    }
    return summary;
  }

  private static boolean isComposed(Object value) {
    return value instanceof List || value instanceof Map;
  }

  private void grouped(Container container, List<Map<String, Object>> documents) {
    Source source = source(documents);
    Part key = parts.value(List.of("c"), 1);
    Part value = parts.path(source.names());
    Map<Object, List<Map<String, Object>>> groups = new LinkedHashMap<>();
    for (Map<String, Object> row : source.rows()) {
      groups.computeIfAbsent(key.worth().apply(row), each -> new ArrayList<>()).add(row);
    }
    List<Object> expected = new ArrayList<>();
    groups.forEach(
        (each, rows) -> {
          Map<String, Object> result = summary(rows, value);
          if (each != Naive.UNDEFINED) {
            result.put("k", each);
          }
          expected.add(result);
        });
    String text = value.text();
    String query =
        "SELECT %s AS k, COUNT(1) AS n, COUNT(%s) AS d, SUM(%s) AS s, MAX(%s) AS m%s GROUP BY %s"
            .formatted(key.text(), text, text, text, source.text(), key.text());
    assertThat(found(container, query))
        .as(reported(query))
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
