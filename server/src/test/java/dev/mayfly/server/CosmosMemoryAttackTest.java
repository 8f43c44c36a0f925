package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.json.Json;
import dev.mayfly.testkit.LongTest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queries that hold more than the heap has: refused, while others are served. */
@Timeout(120)
@LongTest
class CosmosMemoryAttackTest {
  private static final String ITEMS = "dbs/d/colls/c";
  private static final String JOINED = " FROM c JOIN x IN c.a JOIN y IN c.a ";
  private static final String TEXT = "CONCAT(c.t, ToString(x), '-', ToString(y))";

  @TempDir private static Path temporary;
  private static AttackedServer server;
  private static SignedRequests requests;

  @BeforeAll
  static void start() throws Exception {
    server = new AttackedServer(temporary);
    requests = new SignedRequests(server.cosmosAddress());
    require(201, requests.post("", "dbs", "{\"id\":\"d\"}"));
    require(
        201,
        requests.post(
            "dbs/d",
            "colls",
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\","
                + "\"version\":2}}"));
    BsonArray numbers = new BsonArray();
    IntStream.range(0, 300).forEach(i -> numbers.add(new BsonInt32(i)));
    for (int i = 0; i < 3; i++) {
      put(
          new BsonDocument("id", new BsonString("i" + i))
              .append("pk", new BsonString("p"))
              .append("n", new BsonInt32(i))
              .append("t", new BsonString("x".repeat(2000)))
              .append("a", numbers));
    }
    String json = "[" + "1,".repeat(400_000) + "1]";
    put(
        new BsonDocument("id", new BsonString("json"))
            .append("pk", new BsonString("q"))
            .append("j", new BsonString(json)));
  }

  private static void put(BsonDocument item) throws Exception {
    require(
        201,
        requests.post(
            ITEMS,
            "docs",
            new String(Json.bytes(item), StandardCharsets.UTF_8),
            "x-ms-documentdb-partitionkey",
            "[\"" + item.getString("pk").getValue() + "\"]"));
  }

  private static void require(int status, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
  }

  @BeforeEach
  void begin() throws Exception {
    server.begin();
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  /** The status of the first page. */
  private static Callable<Integer> query(String text) {
    String body =
        new String(
            Json.bytes(new BsonDocument("query", new BsonString(text))), StandardCharsets.UTF_8);
    return () ->
        new SignedRequests(server.cosmosAddress())
            .post(
                ITEMS,
                "docs",
                body,
                "x-ms-documentdb-isquery",
                "True",
                "x-ms-documentdb-query-enablecrosspartition",
                "True",
                "x-ms-max-item-count",
                "1000")
            .statusCode();
  }

  private static void attack(List<String> texts) throws Exception {
    double refusals = server.refusals();
    List<Callable<Integer>> attackers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      attackers.add(query(texts.get(i % texts.size())));
    }
    // One who asks for little is answered.
    attackers.add(
        () -> {
          int status = query("SELECT VALUE c.id FROM c ORDER BY c.n").call();
          return status == 200 ? 0 : status;
        });
    List<Integer> statuses = server.attack(attackers);
    assertThat(statuses.get(8)).isZero();
    assertThat(statuses.subList(0, 8)).allMatch(List.of(200, 400, 503)::contains);
    assertThat(server.refusals()).isGreaterThan(refusals);
    server.assertMemoryIsBack();
  }

  @Test
  void joinsThatAreSortedGroupedAndMadeDistinct() throws Exception {
    attack(
        List.of(
            "SELECT c.pk, MAKELIST(" + TEXT + ") AS l" + JOINED + "GROUP BY c.pk",
            "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE " + TEXT + JOINED + ")",
            "SELECT VALUE " + TEXT + JOINED + "ORDER BY c.n OFFSET 100000 LIMIT 10",
            "SELECT c.pk, MAKESET(" + TEXT + ") AS l" + JOINED + "GROUP BY c.pk"));
  }

  @Test
  void subqueriesThatMakeArrays() throws Exception {
    attack(
        List.of(
            "SELECT VALUE ARRAY(SELECT VALUE " + TEXT + " FROM x IN c.a JOIN y IN c.a) FROM c"));
  }

  @Test
  void functionsThatMakeArrays() throws Exception {
    String parts =
        IntStream.range(0, 30).mapToObj(i -> "StringToArray(c.j)").collect(Collectors.joining(","));
    attack(List.of("SELECT VALUE ARRAY_LENGTH(ARRAY_CONCAT(" + parts + ")) FROM c"));
  }
}
