package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.json.Json;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed while it builds indexes and writes: after each start, queries that may
 * read an index, queries that can't and plain Java agree about the same items.
 */
@Timeout(120)
class IndexKillTest {
  private static final int LIVES = Rounds.of(2, 3);
  private static final int BATCH = 100;
  private static final String ITEMS = "dbs/d/colls/c";

  @TempDir private Path temporary;
  private final Set<String> acknowledged = new HashSet<>();
  private int made;

  @Test
  void queriesAgreeAfterKillsDuringBuilds() throws Exception {
    long seed = Seeds.seedOfThreads(IndexKillTest.class);
    Random random = new Random(seed);
    Path data = temporary.resolve("data");
    for (int life = 0; life < LIVES; life++) {
      try (ServerProcess server = ServerProcess.serve(temporary, "--data", data.toString())) {
        SignedRequests requests = new SignedRequests(server.cosmosAddress());
        if (life == 0) {
          create(requests, random);
        }
        check(requests, random, "seed " + seed + ", life " + life);
        if (life == LIVES - 1) {
          assertUsed(requests, "seed " + seed);
          break;
        }
        live(server, requests, random, life);
      }
    }
  }

  private void create(SignedRequests requests, Random random) throws Exception {
    require(201, requests.post("", "dbs", "{\"id\":\"d\"}"));
    require(
        201,
        requests.post(
            "dbs/d",
            "colls",
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\","
                + "\"version\":2}}"));
    for (int i = 0; i < 15; i++) {
      write(requests, random);
    }
  }

  /** Writes a batch of items of one partition, all or none of them. */
  private void write(SignedRequests requests, Random random) throws Exception {
    int partition = random.nextInt(3);
    BsonArray operations = new BsonArray();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < BATCH; i++) {
      String id = "i" + made++;
      ids.add(id);
      operations.add(
          new BsonDocument("operationType", new BsonString("Create"))
              .append(
                  "resourceBody",
                  new BsonDocument("id", new BsonString(id))
                      .append("pk", new BsonString("p" + partition))
                      .append("n", new BsonInt32(random.nextInt(10_000)))
                      .append("s", new BsonString("s" + random.nextInt(400)))));
    }
    String json = new String(Json.bytes(new BsonDocument("v", operations)), StandardCharsets.UTF_8);
    HttpResponse<String> response =
        requests.post(
            ITEMS,
            "docs",
            json.substring("{\"v\":".length(), json.length() - 1),
            "x-ms-cosmos-is-batch-request",
            "True",
            "x-ms-cosmos-batch-atomic",
            "True",
            "x-ms-documentdb-partitionkey",
            "[\"p" + partition + "\"]");
    require(200, response);
    acknowledged.addAll(ids);
  }

  /** Wants indexes and writes until the server is killed, at a moment that nobody knows before. */
  private void live(ServerProcess server, SignedRequests requests, Random random, int life)
      throws Exception {
    int millis = random.nextInt(life == 0 ? 60 : 250);
    AtomicBoolean killing = new AtomicBoolean();
    CompletableFuture<Void> killed =
        CompletableFuture.runAsync(
            () -> {
              killing.set(true);
              kill(server);
            },
            CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
    try {
      while (!killed.isDone()) {
        query(requests, "SELECT VALUE c.id FROM c WHERE c.n < 50", null);
        query(
            requests, "SELECT VALUE c.id FROM c WHERE c.s = 's" + random.nextInt(400) + "'", null);
        write(requests, random);
      }
    } catch (IOException dead) {
      assertThat(killing).as("it was killed, not lost: %s", dead).isTrue();
    }
    killed.join();
  }

  private static void kill(ServerProcess server) {
    try {
      server.kill();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void check(SignedRequests requests, Random random, String when) throws Exception {
    TreeMap<String, BsonDocument> items = new TreeMap<>();
    for (BsonValue item : query(requests, "SELECT * FROM c", null)) {
      items.put(item.asDocument().getString("id").getValue(), item.asDocument());
    }
    assertThat(items.keySet()).as(when).containsAll(acknowledged);
    assertThat(items.size() % BATCH).as("%s: all of a batch or none", when).isZero();
    for (int round = 0; round < 6; round++) {
      int low = random.nextInt(9_900);
      String text = "s" + random.nextInt(400);
      agree(
          requests,
          items,
          when,
          "c.n >= " + low + " AND c.n < " + (low + 90),
          "c.n + 0 >= " + low + " AND c.n + 0 < " + (low + 90),
          item -> n(item) >= low && n(item) < low + 90);
      agree(
          requests,
          items,
          when,
          "c.s = '" + text + "'",
          "CONCAT(c.s, '') = '" + text + "'",
          item -> item.getString("s").getValue().equals(text));
    }
    List<String> sorted = ids(query(requests, "SELECT TOP 50 c.id, c.n FROM c ORDER BY c.n", null));
    List<Integer> wanted =
        items.values().stream().map(IndexKillTest::n).sorted().limit(50).toList();
    assertThat(sorted.stream().map(id -> n(items.get(id))).toList()).as(when).isEqualTo(wanted);
  }

  private static int n(BsonDocument item) {
    return item.getNumber("n").intValue();
  }

  private static void agree(
      SignedRequests requests,
      TreeMap<String, BsonDocument> items,
      String when,
      String indexed,
      String plain,
      Predicate<BsonDocument> filter)
      throws Exception {
    List<String> expected =
        items.values().stream().filter(filter).map(i -> i.getString("id").getValue()).toList();
    String select = "SELECT c.id FROM c WHERE ";
    assertThat(ids(query(requests, select + indexed, null)))
        .as("%s: %s", when, indexed)
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(ids(query(requests, select + plain, null)))
        .as("%s: %s", when, plain)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<String> ids(List<BsonValue> items) {
    return items.stream().map(item -> item.asDocument().getString("id").getValue()).toList();
  }

  /** In the end an index is there and is read: a test that never read one would prove nothing. */
  private static void assertUsed(SignedRequests requests, String seed) throws Exception {
    boolean[] used = new boolean[1];
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!used[0]) {
      assertThat(System.nanoTime()).as("no index was read, %s", seed).isLessThan(end);
      query(requests, "SELECT VALUE c.id FROM c WHERE c.n < 20", used);
    }
  }

  /**
   * All results.
   *
   * @param used becomes true if an index was read; null if nobody asks
   */
  private static List<BsonValue> query(SignedRequests requests, String text, boolean[] used)
      throws Exception {
    String body =
        new String(
            Json.bytes(new BsonDocument("query", new BsonString(text))), StandardCharsets.UTF_8);
    List<BsonValue> results = new ArrayList<>();
    String token = "";
    while (token != null) {
      HttpResponse<String> page =
          requests.post(
              ITEMS,
              "docs",
              body,
              "x-ms-documentdb-isquery",
              "True",
              "x-ms-documentdb-query-enablecrosspartition",
              "True",
              "x-ms-cosmos-populateindexmetrics",
              "true",
              "x-ms-max-item-count",
              "1000",
              "x-ms-continuation",
              token);
      require(200, page);
      BsonDocument feed = Json.parse(page.body().getBytes(StandardCharsets.UTF_8));
      results.addAll(feed.getArray("Documents"));
      if (used != null) {
        String reported = page.headers().firstValue("x-ms-cosmos-index-utilization").orElseThrow();
        BsonDocument indexes = Json.parse(Base64.getDecoder().decode(reported));
        used[0] |= !indexes.getArray("UtilizedSingleIndexes").isEmpty();
      }
      token = page.headers().firstValue("x-ms-continuation").orElse(null);
    }
    return results;
  }

  private static void require(int status, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
  }
}
