package dev.mayfly.cosmos.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.Caller;
import dev.mayfly.cosmos.handler.Call;
import dev.mayfly.cosmos.http.Exchange;
import dev.mayfly.cosmos.http.Request;
import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.item.StoredItem;
import dev.mayfly.cosmos.query.compile.PreparedQueries;
import dev.mayfly.cosmos.query.compile.UserFunctions;
import dev.mayfly.cosmos.query.fulltext.FullTextCorpora;
import dev.mayfly.cosmos.resource.ResourcePath;
import dev.mayfly.query.memory.MemoryPool;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which queries are answered at once, and what becomes of those that were thought to be quick. */
class FastQueryTrackerTest extends QueryRequests {
  private static final int TRIES_MAX = 20_000;
  private static final long SLOW = FastQueryTracker.QUICK_NANOS + 1;
  private static final int MORE_THAN_ONE_BATCH = 1_500;
  private static final String ALL = "SELECT * FROM c";

  private final FastQueryTracker quick = new FastQueryTracker();
  private final List<Response> answers = new ArrayList<>();
  private int handedOver;

  private void took(long key, int runs, long nanos) {
    for (int i = 0; i < runs; i++) {
      quick.took(key, nanos);
    }
  }

  @Test
  void queryIsQuickOnceItWasSoManyTimes() {
    long key = FastQueryTracker.key(container, ALL);
    took(key, FastQueryTracker.RUNS - 1, 100);
    assertThat(quick.isQuick(key)).isFalse();
    took(key, 1, FastQueryTracker.QUICK_NANOS);
    assertThat(quick.isQuick(key)).isTrue();
  }

  @Test
  void fewSlowRunsAreForgiven() {
    long key = FastQueryTracker.key(container, ALL);
    for (int i = 0; i < 1000; i++) {
      took(key, i == 0 ? 1000 : FastQueryTracker.SLOW_COUNTS, 100);
      assertThat(quick.isQuick(key)).isTrue();
      took(key, 1, SLOW);
      assertThat(quick.isQuick(key)).isTrue();
    }
  }

  @Test
  void moreSlowRunsMakeItProveItselfAgain() {
    long key = FastQueryTracker.key(container, ALL);
    took(key, 1000, 100);
    took(key, 3, SLOW);
    assertThat(quick.isQuick(key)).isFalse();
    took(key, 1000, SLOW);
    took(key, FastQueryTracker.RUNS - 1, 100);
    assertThat(quick.isQuick(key)).isFalse();
    took(key, 1, 100);
    assertThat(quick.isQuick(key)).isTrue();
  }

  @Test
  void sameTextOverAnotherContainerIsAnotherQuery() {
    long here = FastQueryTracker.key(container, ALL);
    long there = FastQueryTracker.key(create(named("other").partitionKey("/pk")), ALL);
    took(here, 1000, 100);
    assertThat(quick.isQuick(here)).isTrue();
    assertThat(quick.isQuick(there)).isFalse();
    assertThat(quick.isQuick(FastQueryTracker.key(container, ALL + " "))).isFalse();
  }

  @Test
  void textsWithoutNumberLeaveTheTableAsItIs() {
    for (int i = 0; i < 100_000; i++) {
      took(FastQueryTracker.key(container, ALL + i), 1, 100);
    }
    long key = FastQueryTracker.key(container, ALL);
    took(key, FastQueryTracker.RUNS + 1, 100);
    assertThat(quick.isQuick(key)).isTrue();
  }

  @Test
  void quickQueryNeedsNoWorkerAndSaysTheSame() {
    workers =
        task -> {
          handedOver++;
          task.run();
        };
    String body = spec("SELECT * FROM c WHERE c.n < 3");
    List<String> first = ids(send(body, EVERYWHERE));
    assertThat(handedOver).isEqualTo(1);
    int before = 0;
    for (int i = 0; i < TRIES_MAX && before < handedOver; i++) {
      before = handedOver;
      assertThat(ids(send(body, EVERYWHERE))).isEqualTo(first);
    }
    assertThat(before).as("times until it was answered at once").isEqualTo(handedOver);
    assertThat(first).containsExactly("0", "1", "2");
  }

  @Test
  void whatIsNotDoneInTimeBeginsAnewAndIsPaidOnce() {
    PreparedQueries queries = new PreparedQueries(() -> 0);
    long before = container.metrics().consumedTotalCentiRu();
    QueryRequest query = asked(spec(ALL), "x-ms-max-item-count", "2");
    assertThat(query.answerWithin(queries, 0)).isFalse();
    assertThat(answers).isEmpty();
    query.answer(queries);
    assertThat(answers).hasSize(1);
    assertThat(ids(answers.get(0))).hasSize(2);
    long usual = send(spec(ALL), with("x-ms-max-item-count", "2")).chargeCentiRu();
    assertThat(answers.get(0).chargeCentiRu()).isEqualTo(usual);
    assertThat(container.metrics().consumedTotalCentiRu() - before).isEqualTo(2 * usual);
  }

  @Test
  void refusalAfterTheTimeIsLeftToTheWorker() {
    for (int i = 0; i < MORE_THAN_ONE_BATCH; i++) {
      item("{\"id\":\"x" + i + "\",\"pk\":\"p\",\"n\":" + i + "}");
    }
    QueryRequest query = asked(spec("SELECT * FROM c ORDER BY c.n"));
    PreparedQueries queries = new PreparedQueries(() -> 0);
    assertThat(query.answerWithin(queries, -1)).isFalse();
    query.answer(queries);
    assertThat(ids(answers.get(0))).hasSize(100);
  }

  @Test
  void whatIsDoneInTimeIsAnswered() {
    QueryRequest query = asked(spec(ALL));
    long minute = TimeUnit.MINUTES.toNanos(1);
    assertThat(query.answerWithin(new PreparedQueries(() -> 0), minute)).isTrue();
    assertThat(ids(answers.get(0))).hasSize(6);
  }

  private QueryRequest asked(String body, String... headers) {
    HttpHeaders all = new DefaultHttpHeaders();
    String[] named = with(headers);
    for (int i = 0; i < named.length; i += 2) {
      all.set(named[i], named[i + 1]);
    }
    String path = "/dbs/d/colls/" + container.name() + "/docs";
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    Request request =
        new Request("POST", path, "http", "localhost", all, bytes, Request.activityId(null));
    return new QueryRequest(
        new Call(new Exchange(request, answers::add), ResourcePath.parse(path), Caller.OWNER),
        container,
        StoredItem.of(container)::document,
        QuerySpec.parse(bytes),
        MemoryPool.ofHeap(),
        of -> UserFunctions.NONE,
        null,
        new FullTextCorpora());
  }

  private static String[] with(String... headers) {
    List<String> all = new ArrayList<>(List.of(EVERYWHERE));
    all.addAll(List.of(headers));
    return all.toArray(String[]::new);
  }
}
