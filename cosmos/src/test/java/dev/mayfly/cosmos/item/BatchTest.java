package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.hybridrow.OperationBytes;
import dev.mayfly.cosmos.hybridrow.ResultBytes;
import dev.mayfly.engine.Container;
import dev.mayfly.testkit.Rule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Batches that are done as a whole or not at all. */
class BatchTest extends ItemFixture {
  private static final String[] HEADERS = {
    "x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "true",
  };

  private Response batch(String... operations) {
    return create("[" + String.join(",", operations) + "]", HEADERS);
  }

  private Response hybridRow(byte[] batch) {
    return send("POST", DOCS, batch, join(HEADERS, "x-ms-documentdb-partitionkey", "[\"p\"]"));
  }

  static String operation(String type, String id, String more) {
    return "{\"operationType\":\""
        + type
        + "\""
        + (id == null ? "" : ",\"id\":\"" + id + "\"")
        + (more.isEmpty() ? "" : "," + more)
        + "}";
  }

  static String resource(String id, String more) {
    return "\"resourceBody\":" + item(id, more);
  }

  static List<Integer> statuses(Response response) {
    List<Integer> statuses = new ArrayList<>();
    array(response)
        .forEach(each -> statuses.add(each.asDocument().getNumber("statusCode").intValue()));
    return statuses;
  }

  @Test
  void doesEveryKindOfOperation() {
    container(null);
    created("r", "");
    created("d", "");
    created("p", "\"n\":1");
    Response response =
        batch(
            operation("Create", null, resource("a", "\"text\":\"ä\\\"}\"")),
            operation("Upsert", null, resource("u", "")),
            operation("Upsert", null, resource("a", "\"n\":2")),
            operation("Replace", "r", resource("r", "\"n\":3")),
            operation(
                "Patch",
                "p",
                "\"resourceBody\":{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}],"
                    + "\"condition\":\"from c where c.n = 1\"}"),
            operation("Delete", "d", ""),
            operation("Read", "a", ""));

    assertStatus(response, 200);
    assertThat(statuses(response)).containsExactly(201, 201, 200, 200, 200, 204, 200);
    BsonArray results = array(response);
    BsonDocument read = results.get(6).asDocument();
    assertThat(read.getDocument("resourceBody").getNumber("n").intValue()).isEqualTo(2);
    assertThat(read.getDocument("resourceBody")).isEqualTo(json(get("a")));
    assertThat(read.getString("eTag").getValue()).isEqualTo(get("a").headers().get("etag"));
    assertThat(results.get(0).asDocument().getDocument("resourceBody").getString("text").getValue())
        .isEqualTo("ä\"}");
    assertThat(results.get(4).asDocument().getDocument("resourceBody").getNumber("n").intValue())
        .isEqualTo(2);
    assertThat(results.get(5).asDocument().keySet())
        .containsExactlyInAnyOrder("statusCode", "requestCharge");
    long sum = 0;
    for (int i = 0; i < results.size(); i++) {
      sum += Math.round(results.get(i).asDocument().getNumber("requestCharge").doubleValue() * 100);
    }
    assertThat(response.chargeCentiRu()).isEqualTo(sum).isGreaterThan(6 * 495);
    assertThat(response.headers().get("x-ms-session-token")).matches("0:-1#[0-9]+");
    assertStatus(get("d"), 404);
  }

  /** What the .NET SDK sends, and what it reads. */
  @Test
  void doesEveryKindOfOperationInHybridRow() {
    container(null);
    created("r", "");
    String etag = created("d", "");
    created("p", "\"n\":1");
    byte[] none = {};
    Response response =
        hybridRow(
            new OperationBytes()
                .operation(0, null, item("a", "\"text\":\"ä\""))
                .operation(20, null, null, item("u", ""), new byte[] {3, 12})
                .operation(5, "r", item("r", "\"n\":3"))
                .operation(
                    1, "p", "{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]}")
                .operation(4, "[\"p\"]", "d", null, OperationBytes.sparse(9, etag))
                .operation(2, null, "a", null, none)
                .toByteArray());
    assertStatus(response, 200);
    assertThat(response.headers().get("content-type")).isEqualTo("application/octet-stream");
    List<ResultBytes> results = ResultBytes.read(response.body());
    assertThat(results)
        .extracting(ResultBytes::status)
        .containsExactly(201, 201, 200, 200, 204, 200);
    assertThat(results.get(5).body()).isEqualTo(text(get("a"))).contains("ä");
    assertThat(results.get(5).etag()).isEqualTo(get("a").headers().get("etag"));
    assertThat(results.get(1).body()).isNull();
    assertThat(results.get(1).etag()).isEqualTo(get("u").headers().get("etag"));
    assertThat(results.get(3).body()).contains("\"n\":2");
    assertThat(results.stream().mapToLong(each -> Math.round(each.charge() * 100)).sum())
        .isEqualTo(response.chargeCentiRu());
    assertStatus(get("d"), 404);
  }

  @Test
  void doesNothingIfOneOperationInHybridRowFails() {
    Container container = container(-1);
    created("there", "");
    OperationBytes batch = new OperationBytes().operation(0, null, item("a", ""));
    Response refused = hybridRow(batch.operation(0, null, item("there", "")).toByteArray());
    assertThat(refused.status()).isEqualTo(207);
    assertThat(ResultBytes.read(refused.body()))
        .extracting(ResultBytes::status)
        .containsExactly(424, 409);
    assertRefused(
        hybridRow(new OperationBytes().operation(7, "a", null).toByteArray()),
        400,
        0,
        "operationType");
    OperationBytes many = new OperationBytes();
    for (int i = 0; i < 101; i++) {
      many.operation(0, null, item("i" + i, ""));
    }
    assertRefused(hybridRow(many.toByteArray()), 400, 0, "more operations");
    assertRefused(hybridRow(new OperationBytes().toByteArray()), 400, 0, "no operation");
    Response invalid =
        hybridRow(new OperationBytes().operation(0, null, item("b", "\"ttl\":0")).toByteArray());
    assertThat(ResultBytes.read(invalid.body()))
        .extracting(ResultBytes::status)
        .containsExactly(400);
    assertThat(scanned(container)).containsExactly("there");
  }

  /** Batches may be a little larger than an item, items may not. */
  @Test
  void limitsTheSizeOfABatchAndOfItsItems() {
    Container container = container(null);
    String half = "\"x\":\"" + "x".repeat(1 << 20) + "\"";
    assertThat(
            statuses(
                batch(
                    operation("Create", null, resource("a", half)),
                    operation("Create", null, resource("b", half)))))
        .containsExactly(201, 201);
    String large = "\"x\":\"" + "x".repeat(2 << 20) + "\"";
    assertThat(statuses(batch(operation("Create", null, resource("c", large)))))
        .containsExactly(413);
    assertStatus(batch(operation("Create", null, resource("d", large + "," + half))), 413);
    assertThat(scanned(container)).containsExactly("a", "b");
  }

  @Test
  void doesNothingIfOneOperationFails() {
    Container container = container(null);
    created("there", "");
    Response response =
        batch(
            operation("Create", null, resource("a", "")),
            operation("Create", null, resource("there", "")),
            operation("Create", null, resource("b", "")));
    assertStatus(response, 207);
    assertThat(statuses(response)).containsExactly(424, 409, 424);
    assertThat(scanned(container)).containsExactly("there");
  }

  @Test
  void reportsWhichOperationCanNotBe() {
    Container container = container(-1);
    String good = operation("Create", null, resource("a", ""));
    assertOneRefused(400, 0, good, operation("Create", null, resource("b", "\"ttl\":0")));
    assertOneRefused(400, 0, good, operation("Create", null, "\"resourceBody\":{\"pk\":\"p\"}"));
    assertOneRefused(400, 0, good, operation("Create", null, resource("a/b", "")));
    assertOneRefused(400, 0, good, operation("Create", null, ""));
    assertOneRefused(400, 0, good, operation("Read", null, ""));
    assertOneRefused(400, 0, good, operation("Replace", "x", resource("y", "")));
    assertOneRefused(
        400, 1001, good, operation("Create", null, "\"resourceBody\":{\"id\":\"b\",\"pk\":\"q\"}"));
    assertOneRefused(404, 0, good, operation("Delete", "b", ""));
    assertOneRefused(404, 0, good, operation("Read", "b", ""));
    assertOneRefused(404, 0, good, operation("Replace", "b", resource("b", "")));
    assertOneRefused(
        400,
        0,
        good,
        operation("Patch", "a", "\"resourceBody\":[{\"op\":\"no\",\"path\":\"/n\"}]"));
    assertOneRefused(
        400,
        0,
        good,
        operation("Patch", "a", "\"resourceBody\":[{\"op\":\"remove\",\"path\":\"/n\"}]"));
    assertThat(scanned(container)).isEmpty();
  }

  private void assertOneRefused(int status, int subStatus, String good, String bad) {
    Response response = batch(good, bad);
    assertStatus(response, 207);
    assertThat(statuses(response)).as(text(response)).containsExactly(424, status);
    BsonDocument refused = array(response).get(1).asDocument();
    assertThat(refused.containsKey("subStatusCode")).isEqualTo(subStatus != 0);
    if (subStatus != 0) {
      assertThat(refused.getNumber("subStatusCode").intValue()).isEqualTo(subStatus);
    }
  }

  @Test
  void holdsToTheConditionsOfEachOperation() {
    container(null);
    String etag = created("a", "").replace("\"", "\\\"");
    String match = "\"ifMatch\":\"" + etag + "\"";
    Response response =
        batch(
            operation("Read", "a", "\"ifNoneMatch\":\"" + etag + "\""),
            operation("Replace", "a", match + "," + resource("a", "\"n\":1")));
    assertStatus(response, 200);
    assertThat(statuses(response)).containsExactly(304, 200);
    assertThat(array(response).get(0).asDocument().containsKey("resourceBody")).isFalse();
    for (String stale :
        new String[] {
          operation("Replace", "a", match + "," + resource("a", "")),
          operation("Delete", "a", match),
          operation("Upsert", null, match + "," + resource("a", "")),
          operation("Upsert", null, "\"ifNoneMatch\":\"*\"," + resource("a", "")),
          operation(
              "Patch",
              "a",
              match + ",\"resourceBody\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]"),
        }) {
      assertThat(statuses(batch(stale))).as(stale).containsExactly(412);
    }
  }

  @Test
  void refusesBatchesThatAreTooLong() {
    Container container = container(null);
    List<String> operations = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      operations.add(operation("Create", null, resource("a" + i, "")));
    }
    assertStatus(batch(operations.toArray(String[]::new)), 200);
    operations.add(operation("Create", null, resource("b", "")));
    assertRefused(
        batch(operations.toArray(String[]::new)),
        400,
        0,
        "Batch request has more operations than what is supported.");
    String large = resource("c", "\"f\":\"" + "x".repeat(1_110_000) + "\"");
    assertRefused(
        batch(operation("Create", null, large), operation("Create", null, large)),
        413,
        0,
        "Request size is too large");
    assertThat(scanned(container)).hasSize(100);
  }

  @Test
  void refusesWhatDoesNotFitIntoOneAnswerAndDoesNothing() {
    Container container = container(null);
    String[] reads = new String[5];
    String[] patches = new String[5];
    for (int i = 0; i < 5; i++) {
      created("a" + i, "\"n\":1,\"f\":\"" + "x".repeat(1_000_000) + "\"");
      reads[i] = operation("Read", "a" + i, "");
      patches[i] =
          operation(
              "Patch", "a" + i, "\"resourceBody\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":2}]");
    }
    String create = operation("Create", null, resource("b", ""));
    Response read = batch(join(new String[] {create}, reads));
    assertStatus(read, 207);
    assertThat(statuses(read)).containsExactly(424, 424, 424, 424, 424, 413);
    assertThat(array(read).get(5).asDocument().getNumber("subStatusCode").intValue())
        .isEqualTo(3402);
    assertThat(statuses(batch(patches))).containsExactly(424, 424, 424, 424, 413);
    assertThat(json(get("a0")).getNumber("n").intValue()).isEqualTo(1);
    assertThat(scanned(container)).doesNotContain("b").hasSize(5);

    reads[4] = create;
    assertThat(statuses(batch(reads))).containsExactly(200, 200, 200, 200, 201);
    Response unseen = create("[" + String.join(",", patches) + "]", join(HEADERS, MINIMAL));
    assertThat(statuses(unseen)).containsExactly(200, 200, 200, 200, 200);
  }

  @Test
  void refusesWhatIsNoBatchAndDoesNothing() {
    Container container = container(null);
    String good = operation("Create", null, resource("a", ""));
    for (String bad :
        new String[] {
          "",
          "[]",
          "{}",
          "[" + good,
          "[" + good + "]]",
          "[" + good + ",5]",
          "[" + good + ",{}]",
          "[" + good + "," + operation("Explode", "a", "") + "]",
          "[" + good + ",{\"operationType\":\"Delete\",\"id\":5}]",
          "[" + good + ",{\"operationType\":\"Create\",\"resourceBody\":{\"id\":}]",
        }) {
      assertStatus(create(bad, HEADERS), 400);
    }
    byte[] hybridRow = {(byte) 0x81, 1, 2, 3};
    assertRefused(hybridRow(hybridRow), 400, 0, "HybridRow");
    assertRefused(send("POST", DOCS, "[" + good + "]", HEADERS), 400, 0, "fewer components");
    assertThat(scanned(container)).isEmpty();
  }

  @Test
  void showsWhatIsWrittenOnlyIfItIsWanted() {
    container(null);
    String operations =
        "[" + operation("Create", null, resource("a", "")) + "," + operation("Read", "a", "") + "]";
    Response response = create(operations, join(HEADERS, MINIMAL));
    assertThat(array(response).get(0).asDocument().keySet())
        .containsExactlyInAnyOrder("statusCode", "requestCharge", "eTag");
    assertThat(array(response).get(1).asDocument().getDocument("resourceBody"))
        .isEqualTo(json(get("a")));
  }

  @Test
  void refusesASessionThatIsAhead() {
    container(null);
    created("a", "");
    Response response =
        send(
            "POST",
            DOCS,
            "[" + operation("Read", "a", "") + "]",
            "x-ms-documentdb-partitionkey",
            "[\"p\"]",
            "x-ms-cosmos-is-batch-request",
            "true",
            "x-ms-cosmos-batch-atomic",
            "true",
            "x-ms-session-token",
            "0:-1#9999");
    assertRefused(response, 404, 1002, "The read session is not available");
  }

  @Test
  void cannotChangeAnId() {
    container(null);
    created("a", "");
    assertThat(statuses(batch(operation("Replace", "a", resource("b", ""))))).containsExactly(400);
  }

  @Test
  @Rule("B2")
  void treatsDeadItemsAsAbsent() {
    container(10);
    String etag = created("a", "\"n\":1").replace("\"", "\\\"");
    clock.advance(10);
    for (String operation :
        new String[] {
          operation("Read", "a", ""),
          operation("Delete", "a", ""),
          operation("Delete", "a", "\"ifMatch\":\"" + etag + "\""),
          operation("Replace", "a", resource("a", "")),
          operation(
              "Patch", "a", "\"resourceBody\":[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]"),
        }) {
      Response response = batch(operation("Create", null, resource("b", "")), operation);
      assertThat(statuses(response)).as(operation).containsExactly(424, 404);
    }
    Response response =
        batch(
            operation("Create", null, resource("a", "")),
            operation("Upsert", null, resource("a", "")));
    assertThat(statuses(response)).containsExactly(201, 200);
    clock.advance(10);
    String match = "\"ifMatch\":\"" + etag + "\",";
    assertThat(statuses(batch(operation("Upsert", null, match + resource("a", "")))))
        .containsExactly(201);
  }

  @Test
  @Rule({"A3", "A5"})
  void countsEachItemsTtlFromTheCommit() {
    container(100);
    created("r", "");
    created("u", "");
    clock.advance(50);
    Response response =
        batch(
            operation("Create", null, resource("a", "\"ttl\":3")),
            operation("Create", null, resource("b", "")),
            operation("Replace", "r", resource("r", "\"ttl\":3")),
            operation("Upsert", null, resource("u", "\"ttl\":-1")));
    assertThat(statuses(response)).isEqualTo(List.of(201, 201, 200, 200));
    clock.advance(3);
    assertStatus(get("a"), 404);
    assertStatus(get("b"), 200);
    assertStatus(get("r"), 404);
    assertStatus(get("u"), 200);
    assertThat(Collections.frequency(ids(send("GET", DOCS, "")), "u")).isEqualTo(1);
  }
}
