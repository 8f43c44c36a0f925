package dev.mayfly.cosmos.item;

import static dev.mayfly.cosmos.item.BatchTest.operation;
import static dev.mayfly.cosmos.item.BatchTest.resource;
import static dev.mayfly.cosmos.item.BatchTest.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** Many operations in one request, each for itself and in its own partition. */
class BulkTest extends ItemFixture {
  private static final String[] HEADERS = {
    "x-ms-cosmos-is-batch-request", "true",
    "x-ms-cosmos-batch-atomic", "false",
    "x-ms-cosmos-batch-continue-on-error", "true",
    "x-ms-documentdb-partitionkeyrangeid", "0",
  };
  private static final String[] UNTIL_FAILURE = {"x-ms-cosmos-is-batch-request", "true"};
  private static final int LARGE = 5;
  private static final String IN_P = "\"partitionKey\":\"[\\\"p\\\"]\"";

  private Response bulk(String... operations) {
    return send("POST", DOCS, "[" + String.join(",", operations) + "]", HEADERS);
  }

  private static String inP(String type, String id, String more) {
    return operation(type, id, IN_P + (more.isEmpty() ? "" : "," + more));
  }

  @Test
  void doesWhatCanBeDone() {
    container(-1);
    created("there", "\"n\":1");
    Response response =
        bulk(
            inP("Create", null, resource("a", "")),
            inP("Create", null, resource("there", "")),
            inP("Create", null, resource("b", "\"ttl\":0")),
            operation(
                "Create",
                null,
                "\"partitionKey\":\"[\\\"q\\\"]\",\"resourceBody\":{\"id\":\"a\",\"pk\":\"q\"}"),
            operation("Create", null, resource("c", "")),
            operation("Read", "there", "\"partitionKey\":\"nonsense\""),
            inP("Read", "there", ""),
            inP("Upsert", null, resource("there", "\"n\":2") + ",\"minimalReturnPreference\":true"),
            inP("Delete", "missing", ""),
            inP(
                "Patch",
                "there",
                "\"resourceBody\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":3}]"),
            inP("Replace", "a", resource("a", "\"n\":1")),
            inP("Create", null, "\"resourceBody\":{\"id\":\"x\",\"pk\":\"q\"}"));

    assertStatus(response, 207);
    assertThat(statuses(response))
        .containsExactly(201, 409, 400, 201, 400, 400, 200, 200, 404, 200, 200, 400);
    assertThat(result(response, 6).getDocument("resourceBody").getNumber("n").intValue())
        .isEqualTo(1);
    assertThat(result(response, 7).containsKey("resourceBody")).isFalse();
    assertThat(result(response, 7).containsKey("eTag")).isTrue();
    assertThat(result(response, 9).getDocument("resourceBody").getNumber("n").intValue())
        .isEqualTo(5);
    assertThat(result(response, 11).getNumber("subStatusCode").intValue()).isEqualTo(1001);
    assertStatus(send("GET", path("a"), "", "x-ms-documentdb-partitionkey", "[\"q\"]"), 200);
  }

  private static BsonDocument result(Response response, int index) {
    return array(response).get(index).asDocument();
  }

  @Test
  void answersTwoHundredIfAllIsWell() {
    container(null);
    Response response = bulk(inP("Create", null, resource("a", "")), inP("Read", "a", ""));
    assertStatus(response, 200);
    assertThat(statuses(response)).containsExactly(201, 200);
  }

  @Test
  void readsPartitionKeysInTheBodyAsTheyAre() {
    container(null);
    for (String key : new String[] {"é", "Ã©", "ü€", "😀"}) {
      String more = "\"partitionKey\":\"[\\\"" + key + "\\\"]\"";
      String body = ",\"resourceBody\":{\"id\":\"a\",\"pk\":\"" + key + "\"}";
      Response response =
          bulk(operation("Create", null, more + body), operation("Read", "a", more));
      assertThat(statuses(response)).as(key).containsExactly(201, 200);
    }
  }

  @Test
  void stopsAtAFailureIfAskedTo() {
    container(null);
    String operations =
        "["
            + inP("Create", null, resource("a", ""))
            + ","
            + inP("Create", null, resource("a", ""))
            + ","
            + inP("Create", null, resource("b", ""))
            + "]";
    Response response = send("POST", DOCS, operations, UNTIL_FAILURE);
    assertThat(statuses(response)).containsExactly(201, 409, 424);
    assertStatus(get("a"), 200);
    assertStatus(get("b"), 404);
  }

  private void createLarge() {
    for (int i = 0; i < LARGE; i++) {
      created("a" + i, "\"n\":1,\"f\":\"" + "x".repeat(1_000_000) + "\"");
    }
  }

  @Test
  void reportsWhichReadsDoNotFitIntoOneAnswer() {
    container(null);
    createLarge();
    String[] reads = new String[LARGE + 1];
    for (int i = 0; i < LARGE; i++) {
      reads[i] = inP("Read", "a" + i, "");
    }
    reads[LARGE] = inP("Create", null, resource("b", ""));
    Response response = bulk(reads);
    assertStatus(response, 207);
    assertThat(response.body().length).isLessThan(4 << 20);
    assertThat(statuses(response)).containsExactly(200, 200, 200, 200, 413, 201);
    BsonDocument refused = result(response, LARGE - 1);
    assertThat(refused.getNumber("subStatusCode").intValue()).isEqualTo(3402);
    assertThat(refused.containsKey("resourceBody")).isFalse();
    Response one = send("POST", DOCS, "[" + String.join(",", reads) + "]", UNTIL_FAILURE);
    assertThat(statuses(one)).containsExactly(200, 200, 200, 200, 413, 424);
  }

  @Test
  void showsOnlyThePatchesThatFitIntoOneAnswer() {
    container(null);
    createLarge();
    String[] patches = new String[LARGE];
    for (int i = 0; i < LARGE; i++) {
      String body = "\"resourceBody\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":2}]";
      patches[i] = inP("Patch", "a" + i, body);
    }
    Response response = bulk(patches);
    assertStatus(response, 200);
    assertThat(response.body().length).isLessThan(4 << 20);
    assertThat(result(response, LARGE - 1).keySet())
        .containsExactlyInAnyOrder("statusCode", "requestCharge", "eTag");
    assertThat(json(get("a4")).getNumber("n").intValue()).isEqualTo(2);
  }

  @Test
  void throttlesEachOperationForItself() {
    change(container(null), definition -> definition.throughput(Throughput.manual(400)));
    List<String> operations = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      operations.add(inP("Create", null, resource("a" + i, "")));
    }
    Response first = bulk(operations.toArray(String[]::new));
    Response second = bulk(operations.toArray(String[]::new));
    Response third = bulk(operations.toArray(String[]::new));
    List<BsonValue> throttled = new ArrayList<>();
    for (Response response : List.of(first, second, third)) {
      array(response).stream()
          .filter(each -> each.asDocument().getNumber("statusCode").intValue() == 429)
          .forEach(throttled::add);
    }
    assertThat(throttled).isNotEmpty();
    for (BsonValue each : throttled) {
      assertThat(each.asDocument().getNumber("subStatusCode").intValue()).isEqualTo(3200);
      assertThat(each.asDocument().getNumber("retryAfterMilliseconds").longValue()).isPositive();
    }
    assertThat(third.status()).isEqualTo(207);
  }

  @Test
  @Rule("C2")
  void costsWhatItsOperationsCostAndWhatIsBooked() {
    Container c = change(container(-1), each -> each.throughput(Throughput.manual(400)));
    String[] operations = {
      inP("Create", null, resource("a", "")),
      inP("Create", null, resource("a", "")),
      inP("Create", null, resource("b", "\"ttl\":0")),
      inP("Create", null, "\"resourceBody\":{\"id\":\"x\",\"pk\":\"q\"}"),
      operation("Read", "there", "\"partitionKey\":\"nonsense\""),
      inP("Read", "a", ""),
    };
    long booked = c.metrics().consumedTotalCentiRu();
    Response response = bulk(operations);
    assertThat(statuses(response)).containsExactly(201, 409, 400, 400, 400, 200);
    assertThat(response.chargeCentiRu())
        .isEqualTo(charges(response))
        .isEqualTo(c.metrics().consumedTotalCentiRu() - booked);
    put(c, "spend", "payload", "x".repeat(1_000_000));
    booked = c.metrics().consumedTotalCentiRu();
    String create = inP("Create", null, resource("y", ""));
    for (Response throttled :
        List.of(
            bulk(create, create),
            send(
                "POST",
                DOCS,
                "[" + operation("Create", null, resource("y", "")) + "]",
                "x-ms-cosmos-is-batch-request",
                "true",
                "x-ms-cosmos-batch-atomic",
                "true",
                "x-ms-documentdb-partitionkey",
                "[\"p\"]"),
            create(item("y", "")))) {
      assertThat(text(throttled)).contains(throttled.status() == 207 ? "429" : "large");
      assertThat(throttled.chargeCentiRu()).isZero();
    }
    assertThat(c.metrics().consumedTotalCentiRu()).isEqualTo(booked);
  }

  private static long charges(Response response) {
    return array(response).stream()
        .mapToLong(
            each -> Math.round(each.asDocument().getNumber("requestCharge").doubleValue() * 100))
        .sum();
  }

  @Test
  void refusesRangesThatAreNotThere() {
    container(null);
    String[] other = HEADERS.clone();
    other[7] = "1";
    String operations = "[" + inP("Create", null, resource("a", "")) + "]";
    assertRefused(send("POST", DOCS, operations, other), 410, 1002, "partition key range '1'");
  }

  @Test
  @Rule("B2")
  void treatsDeadItemsAsAbsent() {
    container(10);
    created("a", "\"n\":1");
    created("b", "");
    clock.advance(10);
    Response response =
        bulk(
            inP("Read", "a", ""),
            inP("Delete", "a", ""),
            inP("Replace", "a", resource("a", "")),
            inP("Patch", "a", "\"resourceBody\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]"),
            inP("Create", null, resource("a", "")),
            inP("Upsert", null, resource("b", "")));
    assertThat(statuses(response)).containsExactly(404, 404, 404, 404, 201, 201);
  }
}
