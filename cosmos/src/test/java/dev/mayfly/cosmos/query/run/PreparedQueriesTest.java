package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.AnswerTime;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.PreparedQueries;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.resource.Scope;
import dev.mayfly.engine.Container;
import dev.mayfly.query.memory.MemoryPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A query is compiled once; each run has its own parameters and its own time. */
class PreparedQueriesTest extends ContainerQueries {
  private PreparedQueries queries;
  private Container container;

  @BeforeEach
  void fill() {
    queries = new PreparedQueries(clock::epochMilli);
    container = create(named("c").partitionKey("/pk"));
    for (int i = 0; i < 9; i++) {
      put(container, "{\"id\":\"" + i + "\",\"pk\":\"p\",\"n\":" + i + ",\"s\":\"x" + i + "\"}");
    }
  }

  private static Parameters parameters(Object... namesAndValues) {
    Map<String, Value> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      values.put(
          (String) namesAndValues[i],
          value instanceof String text ? Value.of(text) : Value.of((long) (Integer) value));
    }
    return new Parameters(values);
  }

  private List<String> run(String text, Parameters parameters) {
    try (PreparedQueries.Prepared query = queries.prepare(text, parameters)) {
      QueryPage page =
          new QueryExecution(
                  container,
                  StoredItem.of(container)::document,
                  query.compiled(),
                  parameters,
                  Scope.all(container.definition().partitionKey()),
                  CHECK,
                  null,
                  null,
                  PageLimits.items(100, AnswerTime.HTTP),
                  MemoryPool.ofHeap().open(refusal -> new IllegalStateException()),
                  container::beginQuery,
                  null)
              .page();
      return texts(Json.parse(page.body()).getArray("Documents").getValues());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT VALUE c.n FROM c WHERE c.n = @p | [2] | [3]",
        "SELECT VALUE c.n FROM c WHERE c.n IN (@p, 8, 'x') | [2, 8] | [3, 8]",
        "SELECT VALUE c.n FROM c WHERE c.s IN ('x1', @q) | [1, 2] | [1, 3]",
        "SELECT VALUE c.n FROM c WHERE c.s LIKE @q | [2] | [3]",
        "SELECT VALUE c.n FROM c WHERE RegexMatch(c.s, @q) | [2] | [3]",
        "SELECT VALUE c.n FROM c WHERE c.n < 2 AND (SELECT VALUE @p) > c.n + 1 | [0] | [0, 1]",
        "SELECT VALUE c.n FROM c ORDER BY c.n DESC OFFSET @p LIMIT 1 | [6] | [5]",
        "SELECT TOP @p VALUE c.n FROM c ORDER BY c.n | [0, 1] | [0, 1, 2]",
        "SELECT VALUE SUM(c.n * @p) FROM c | [72] | [108]",
        "SELECT VALUE COUNT(1) FROM c GROUP BY c.n < @p | [2, 7] | [3, 6]",
        "SELECT VALUE [@p, @q, @p] | [[2,\"x2\",2]] | [[3,\"x3\",3]]",
      })
  void isBoundAnewForEachRun(String text, String first, String second) {
    for (int round = 0; round < 3; round++) {
      assertThat(run(text, parameters("@p", 2, "@q", "x2")).stream().sorted().toList())
          .hasToString(first);
      assertThat(run(text, parameters("@p", 3, "@q", "x3")).stream().sorted().toList())
          .hasToString(second);
    }
    assertThat(queries.idle()).isEqualTo(1);
  }

  @Test
  void nobodyElseRunsItUntilItIsGivenBack() {
    String text = "SELECT VALUE @p";
    PreparedQueries.Prepared first = queries.prepare(text, parameters("@p", 1));
    PreparedQueries.Prepared second = queries.prepare(text, parameters("@p", 2));
    assertThat(first.compiled()).isNotSameAs(second.compiled());
    assertThat(first.tree()).isSameAs(second.tree());
    first.close();
    second.close();
    assertThat(queries.idle()).isEqualTo(2);
    try (PreparedQueries.Prepared again = queries.prepare(text, parameters("@p", 3))) {
      assertThat(again.compiled()).isIn(first.compiled(), second.compiled());
    }
  }

  @Test
  void aParameterWithoutValueIsReportedInEachRun() {
    String text = "SELECT * FROM c WHERE c.n = @p OFFSET @o LIMIT 1";
    assertThatThrownBy(() -> run(text, Parameters.NONE)).hasMessageContaining("'@p'");
    assertThat(run(text, parameters("@p", 1, "@o", 0))).hasSize(1);
    assertThatThrownBy(() -> run(text, Parameters.NONE)).hasMessageContaining("'@p'");
    assertThatThrownBy(() -> run(text, parameters("@p", 1, "@o", -1)))
        .hasMessageContaining("SC2062");
    assertThat(run(text, parameters("@p", 1, "@o", 1))).isEmpty();
  }

  @Test
  void isKeptWithinBounds() {
    for (int i = 0; i < 1_100; i++) {
      run("SELECT VALUE " + i, Parameters.NONE);
    }
    assertThat(queries.idle()).isEqualTo(1_000);
    for (int i = 0; i < 8; i++) {
      run("SELECT VALUE '" + "x".repeat(400_000 + i) + "'", Parameters.NONE);
    }
    assertThat(queries.idle()).as("at most 2 M characters of texts").isBetween(3, 5);
    List<PreparedQueries.Prepared> many = new ArrayList<>();
    PreparedQueries others = new PreparedQueries(clock::epochMilli);
    for (int i = 0; i < 50; i++) {
      many.add(others.prepare("SELECT 1", Parameters.NONE));
    }
    many.forEach(PreparedQueries.Prepared::close);
    assertThat(others.idle()).isEqualTo(8);
  }

  @Test
  void manyThreadsRunTheSameText() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int wanted = thread;
        runs.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 300; i++) {
                    assertThat(
                            run(
                                "SELECT VALUE c.n FROM c WHERE c.s LIKE @q AND c.n = @p",
                                parameters("@p", wanted, "@q", "x" + wanted)))
                        .containsExactly("" + wanted);
                  }
                }));
      }
      for (Future<?> each : runs) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void itsTimeIsThatOfTheServersClock() {
    clock.advance(1_000);
    long millis = clock.epochSecond() * 1000;
    String each =
        "SELECT VALUE [GetCurrentTimestamp(), GetCurrentTicks(),"
            + " DateTimeToTimestamp(GetCurrentDateTime()), DateTimeToTimestamp(Now())]";
    List<String> values =
        List.of("[" + millis + "," + millis * 10_000 + "," + millis + "," + millis + "]");
    assertThat(run(each, Parameters.NONE)).isEqualTo(values);
    String once =
        "SELECT VALUE [GetCurrentTimestampStatic(), GetCurrentTicksStatic(),"
            + " DateTimeToTimestamp(GetCurrentDateTimeStatic()),"
            + " DateTimeToTimestamp(Ago('hh', 0))]";
    assertThat(run(once, Parameters.NONE)).isEqualTo(values);
    clock.advance(3_600);
    assertThat(run(once, Parameters.NONE)).isNotEqualTo(values);
    assertThat(run("SELECT VALUE DateTimeToTimestamp(Ago('hh', 1))", Parameters.NONE))
        .containsExactly("" + millis);
  }

  @Test
  void aPageHasOneStaticTimeAndEachItemItsOwn() {
    AtomicLong millis = new AtomicLong(clock.epochMilli());
    queries = new PreparedQueries(millis::incrementAndGet);
    assertThat(run("SELECT DISTINCT VALUE GetCurrentTimestampStatic() FROM c", Parameters.NONE))
        .hasSize(1);
    assertThat(run("SELECT DISTINCT VALUE GetCurrentTimestamp() FROM c", Parameters.NONE))
        .hasSize(9);
  }
}
