package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * A container of a server that is killed several times, at moments that are not known before, while
 * items are written and searched. Each start is followed by checks.
 */
final class KilledContainer {
  private static final String ITEMS = "dbs/d/colls/c";
  private static final Pattern RETRIEVED = Pattern.compile("retrievedDocumentCount=([0-9]+)");

  private final SignedRequests requests;

  private KilledContainer(SignedRequests requests) {
    this.requests = requests;
  }

  /** What a test does in the lives of a server. */
  interface Lives {
    /** Writes what is there before the first kill. */
    void begin(KilledContainer container) throws Exception;

    /**
     * Checks what must hold after a start.
     *
     * @param last whether no other life follows
     */
    void check(KilledContainer container, String when, boolean last) throws Exception;

    /** Does a step of what a kill interrupts; it is called until there is one. */
    void work(KilledContainer container) throws Exception;

    /** In a life, counted from 0, the kill comes within so many milliseconds. */
    int killWithinMillis(int life);
  }

  /**
   * The results of a query.
   *
   * @param retrieved how many items were read for it
   * @param indexed whether a path index was read
   */
  record Answer(List<BsonValue> results, int retrieved, boolean indexed) {
    /** Results that are ids, or objects with one. */
    List<String> ids() {
      return results.stream()
          .map(each -> each.isString() ? each : each.asDocument().get("id"))
          .map(id -> id.asString().getValue())
          .toList();
    }
  }

  /**
   * Lets a server live several times with the same data; all but the last life end with a kill.
   *
   * @param definition of the container, with single quotes
   */
  static void live(
      Path temporary, int count, long seed, Random random, String definition, Lives lives)
      throws Exception {
    Path data = temporary.resolve("data");
    for (int life = 0; life < count; life++) {
      try (ServerProcess server = ServerProcess.serve(temporary, "--data", data.toString())) {
        KilledContainer container = new KilledContainer(new SignedRequests(server.cosmosAddress()));
        if (life == 0) {
          container.create(definition);
          lives.begin(container);
        }
        boolean last = life == count - 1;
        lives.check(container, "seed " + seed + ", life " + life, last);
        if (!last) {
          container.workUntilKilled(server, lives, random.nextInt(lives.killWithinMillis(life)));
        }
      }
    }
  }

  private void create(String definition) throws Exception {
    require(201, requests.post("", "dbs", "{\"id\":\"d\"}"));
    require(201, requests.post("dbs/d", "colls", definition.replace('\'', '"')));
  }

  private void workUntilKilled(ServerProcess server, Lives lives, int millis) throws Exception {
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
        lives.work(this);
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

  /** Creates items of one partition, all or none of them. */
  void create(String partition, List<BsonDocument> items) throws Exception {
    List<BsonDocument> operations = new ArrayList<>();
    for (BsonDocument item : items) {
      operations.add(
          new BsonDocument("operationType", new BsonString("Create"))
              .append("resourceBody", item.append("pk", new BsonString(partition))));
    }
    batch(partition, operations);
  }

  /** Deletes items of one partition, all or none of them. */
  void delete(String partition, List<String> ids) throws Exception {
    List<BsonDocument> operations = new ArrayList<>();
    for (String id : ids) {
      operations.add(
          new BsonDocument("operationType", new BsonString("Delete"))
              .append("id", new BsonString(id)));
    }
    batch(partition, operations);
  }

  private void batch(String partition, List<BsonDocument> operations) throws Exception {
    List<String> texts = new ArrayList<>();
    operations.forEach(each -> texts.add(text(each)));
    HttpResponse<String> response =
        requests.post(
            ITEMS,
            "docs",
            "[" + String.join(",", texts) + "]",
            "x-ms-cosmos-is-batch-request",
            "True",
            "x-ms-cosmos-batch-atomic",
            "True",
            "x-ms-documentdb-partitionkey",
            "[\"" + partition + "\"]");
    require(200, response);
  }

  /** Runs a query of all partitions to its end. */
  Answer query(String text) throws Exception {
    String body = text(new BsonDocument("query", new BsonString(text)));
    List<BsonValue> results = new ArrayList<>();
    int retrieved = 0;
    boolean indexed = false;
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
              "x-ms-documentdb-populatequerymetrics",
              "true",
              "x-ms-cosmos-populateindexmetrics",
              "true",
              "x-ms-max-item-count",
              "1000",
              "x-ms-continuation",
              token);
      require(200, page);
      results.addAll(
          Json.parse(page.body().getBytes(StandardCharsets.UTF_8)).getArray("Documents"));
      Matcher metrics = RETRIEVED.matcher(header(page, "x-ms-documentdb-query-metrics"));
      assertThat(metrics.find()).isTrue();
      retrieved += Integer.parseInt(metrics.group(1));
      String reported = header(page, "x-ms-cosmos-index-utilization");
      BsonDocument indexes = Json.parse(Base64.getDecoder().decode(reported));
      indexed |= !indexes.getArray("UtilizedSingleIndexes").isEmpty();
      token = page.headers().firstValue("x-ms-continuation").orElse(null);
    }
    return new Answer(results, retrieved, indexed);
  }

  private static String header(HttpResponse<String> page, String name) {
    return page.headers().firstValue(name).orElseThrow();
  }

  private static String text(BsonDocument json) {
    return new String(Json.bytes(json), StandardCharsets.UTF_8);
  }

  private static void require(int status, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
  }
}
