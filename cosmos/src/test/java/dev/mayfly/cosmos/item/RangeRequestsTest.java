package dev.mayfly.cosmos.item;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that are addressed to partition key ranges, before and after they are split. */
class RangeRequestsTest extends ItemFixture {
  private static final int ITEMS = 40;
  private static final String RANGE = "x-ms-documentdb-partitionkeyrangeid";
  private static final String[] FEED = {"A-IM", "Incremental Feed"};

  private Container container;

  @BeforeEach
  void fill() {
    reopen(options().withPartitionsPerContainer(3));
    openHandlers();
    container = create(named("c"));
    for (int i = 0; i < ITEMS; i++) {
      assertStatus(sendTo(i, "POST", DOCS, json(i)), 201);
    }
  }

  private static String json(int i) {
    return "{\"id\":\"i" + i + "\",\"pk\":" + i + "}";
  }

  private Response sendTo(int i, String method, String path, String body, String... headers) {
    return send(
        method,
        path,
        body,
        join(new String[] {"x-ms-documentdb-partitionkey", "[" + i + "]"}, headers));
  }

  private String range(int i) {
    return Integer.toString(
        container.ranges().of(container.definition().partitionKey(), PartitionKey.of(i)).id());
  }

  /** An item of a range. */
  private int itemOf(PartitionKeyRange range) {
    String id = Integer.toString(range.id());
    return IntStream.range(0, ITEMS).filter(i -> range(i).equals(id)).findFirst().orElseThrow();
  }

  private static void assertFrom(Response response, String range) {
    assertThat(response.headers().get(RANGE)).isEqualTo(range);
    assertThat(response.headers().get("x-ms-session-token")).matches(range + ":-1#[0-9]+");
  }

  @Test
  void answersNameTheRangeOfTheItem() {
    for (int i = 0; i < ITEMS; i++) {
      assertFrom(sendTo(i, "GET", path("i" + i), ""), range(i));
      assertFrom(sendTo(i, "GET", path("none"), ""), range(i));
      assertFrom(sendTo(i, "POST", DOCS, json(i)), range(i));
      assertFrom(sendTo(i, "PUT", path("i" + i), json(i)), range(i));
      assertStatus(sendTo(i, "GET", path("i" + i), "", RANGE, range(i)), 200);
    }
    assertThat(container.ranges().size()).isEqualTo(3);
  }

  @Test
  void feedsReadTheRangeTheyAreAddressedTo() {
    for (String[] kind : List.of(new String[0], FEED)) {
      List<String> all = new ArrayList<>();
      for (PartitionKeyRange range : container.ranges().list()) {
        String id = Integer.toString(range.id());
        Response page = send("GET", DOCS, "", join(kind, RANGE, id));
        assertFrom(page, id);
        assertThat(ids(page))
            .allMatch(each -> range(Integer.parseInt(each.substring(1))).equals(id));
        all.addAll(ids(page));
        assertThat(ids(send("GET", DOCS, "", join(kind, RANGE, "rid," + id)))).isEqualTo(ids(page));
        String min = range.keys().minHex();
        String max = range.keys().maxHex();
        assertThat(
                ids(send("GET", DOCS, "", join(kind, "x-ms-start-epk", min, "x-ms-end-epk", max))))
            .isEqualTo(ids(page));
        int one = itemOf(range);
        assertThat(ids(sendTo(one, "GET", DOCS, "", join(kind, RANGE, id))))
            .containsExactly("i" + one);
      }
      assertThat(all).hasSize(ITEMS).doesNotHaveDuplicates();
      assertThat(ids(send("GET", DOCS, "", kind))).hasSameElementsAs(all).hasSize(ITEMS);
    }
  }

  @Test
  void aRangeThatIsNotThereIsGone() {
    container.splitRange(1);
    String operation = "[{\"operationType\":\"Read\",\"id\":\"i0\",\"partitionKey\":\"[0]\"}]";
    for (String id : List.of("1", "17", "-1", "x", "0 ", "rid,1", "99999999999999999999")) {
      assertRefused(send("GET", DOCS, "", RANGE, id), 410, 1002, "no partition key range");
      assertRefused(send("GET", DOCS, "", join(FEED, RANGE, id)), 410, 1002, "'" + id + "'");
      assertRefused(bulk(operation, id), 410, 1002, "no partition key range");
      assertRefused(sendTo(0, "GET", path("i0"), "", RANGE, id), 410, 1007, "'" + id + "'");
      assertRefused(sendTo(0, "POST", DOCS, json(0), RANGE, id), 410, 1007, "'" + id + "'");
    }
    PartitionKeyRange low = container.ranges().list().get(0);
    int high = itemOf(container.ranges().list().get(3));
    String other = Integer.toString(low.id());
    assertRefused(sendTo(high, "DELETE", path("i" + high), "", RANGE, other), 410, 1007, other);
    assertStatus(sendTo(high, "GET", path("i" + high), ""), 200);
  }

  private Response bulk(String body, String range) {
    return send(
        "POST",
        DOCS,
        body,
        "x-ms-cosmos-is-batch-request",
        "true",
        "x-ms-cosmos-batch-continue-on-error",
        "true",
        RANGE,
        range);
  }

  @Test
  void anOperationOfABulkRequestThatBelongsElsewhereIsNotDone() {
    PartitionKeyRange low = container.ranges().list().get(0);
    int here = itemOf(low);
    int elsewhere = itemOf(container.ranges().list().get(1));
    StringBuilder body = new StringBuilder("[");
    for (int i : new int[] {here, elsewhere}) {
      body.append(body.length() == 1 ? "" : ",")
          .append("{\"operationType\":\"Delete\",\"id\":\"i" + i + "\",")
          .append("\"partitionKey\":\"[" + i + "]\"}");
    }
    Response response = bulk(body.append("]").toString(), Integer.toString(low.id()));
    assertStatus(response, 207);
    assertFrom(response, Integer.toString(low.id()));
    List<BsonDocument> results = array(response).stream().map(BsonValue::asDocument).toList();
    assertThat(results.get(0).getNumber("statusCode").intValue()).isEqualTo(204);
    assertThat(results.get(1).getNumber("statusCode").intValue()).isEqualTo(410);
    assertThat(results.get(1).getNumber("subStatusCode").intValue()).isEqualTo(1002);
    assertStatus(sendTo(here, "GET", path("i" + here), ""), 404);
    assertStatus(sendTo(elsewhere, "GET", path("i" + elsewhere), ""), 200);
  }

  @Test
  void tokensOfTheParentWorkOnItsChildren() {
    for (String[] kind : List.of(new String[0], FEED)) {
      boolean feed = kind.length > 0;
      PartitionKeyRange parent = container.ranges().list().get(1);
      String id = Integer.toString(parent.id());
      List<String> whole = ids(send("GET", DOCS, "", join(kind, RANGE, id)));
      Response first = send("GET", DOCS, "", join(kind, RANGE, id, "x-ms-max-item-count", "3"));
      String token = first.headers().get(feed ? "etag" : "x-ms-continuation");
      container.splitRange(parent.id());
      List<String> found = new ArrayList<>(ids(first));
      for (PartitionKeyRange child : container.ranges().list()) {
        if (child.descendsFrom(parent.id())) {
          String at = Integer.toString(child.id());
          String header = feed ? "If-None-Match" : "x-ms-continuation";
          Response rest = send("GET", DOCS, "", join(kind, RANGE, at, header, token));
          found.addAll(rest.status() == 304 ? List.of() : ids(rest));
        }
      }
      assertThat(found).hasSameElementsAs(whole).hasSameSizeAs(whole);
    }
  }
}
