package dev.mayfly.cosmos.query;

import static dev.mayfly.engine.catalog.IndexingPolicy.Mode.CONSISTENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.IndexingPolicy;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** What queries report about their work, and what they need and would use of a policy. */
class QueryIndexesTest extends QueryRequests {
  @Test
  void reportsHowMuchWorkItWas() {
    Response without = send(spec("SELECT * FROM c"), EVERYWHERE);
    assertThat(without.headers().get("x-ms-documentdb-query-metrics")).isNull();
    Response with =
        send(
            spec("SELECT * FROM c WHERE c.n > 3"),
            join(EVERYWHERE, "x-ms-documentdb-populatequerymetrics", "True"));
    assertThat(with.headers().get("x-ms-documentdb-query-metrics"))
        .matches("([A-Za-z]+=[0-9]+(\\.[0-9]+)?(;|$))+")
        .contains("retrievedDocumentCount=6;", "outputDocumentCount=2;")
        .doesNotContain("totalExecutionTimeInMs=0.00", "queryCompileTimeInMs=0.00");
    String metrics = with.headers().get("x-ms-documentdb-query-metrics");
    assertThat(millis(metrics, "VMExecutionTimeInMs"))
        .isGreaterThanOrEqualTo(millis(metrics, "documentLoadTimeInMs"))
        .isGreaterThanOrEqualTo(millis(metrics, "indexLookupTimeInMs"))
        .isLessThanOrEqualTo(millis(metrics, "totalExecutionTimeInMs"));
  }

  private static double millis(String metrics, String name) {
    int start = metrics.indexOf(name + "=") + name.length() + 1;
    return Double.parseDouble(metrics.substring(start, metrics.indexOf(';', start)));
  }

  private static final String NO_COMPOSITE =
      "The order by query does not have a corresponding composite index that it can be served"
          + " from.";

  private Container indexed(String policy) {
    BsonDocument parts = new BsonDocument("indexingPolicy", Json.parse(utf8(policy)));
    return create(
        named("indexed")
            .partitionKey("/pk")
            .indexing(new IndexingPolicy(CONSISTENT, List.of("/*"), List.of("/big/*")))
            .opaque(new BsonDocument("cosmos", parts)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void sortsBySeveralKeysOnlyWithACompositeIndexForThem() {
    container =
        indexed(
            "{\"compositeIndexes\":[[{\"path\":\"/a\",\"order\":\"ascending\"},"
                + "{\"path\":\"/\\\"b c\\\"\",\"order\":\"descending\"}]]}");
    for (String served : List.of("c.a, c['b c'] DESC", "c.a DESC, c['b c'] ASC", "c.a", "c.z")) {
      Response response = send(spec("SELECT * FROM c ORDER BY " + served), EVERYWHERE);
      assertThat(response.status()).as(served).isEqualTo(200);
    }
    for (String not :
        List.of("c.a, c['b c']", "c['b c'] DESC, c.a", "c.a, c.z", "c.a, c['b c'] DESC, c.z")) {
      Response response = send(spec("SELECT * FROM c ORDER BY " + not), EVERYWHERE);
      assertThat(response.status()).as(not).isEqualTo(400);
      assertThat(message(response)).contains("{\"Errors\":[\"" + NO_COMPOSITE + "\"]}");
    }
    Response excluded = send(spec("SELECT * FROM c ORDER BY c.big.x"), EVERYWHERE);
    assertThat(message(excluded))
        .contains("The index path corresponding to the specified order-by item is excluded.");
  }

  @Test
  void reportsTheIndexThatRankedItems() {
    container = indexed("{\"fullTextIndexes\":[{\"path\":\"/t\"}]}");
    String query = spec("SELECT TOP 3 c.id FROM c ORDER BY RANK FullTextScore(c.t, 'tea')");
    Response response = send(query, join(EVERYWHERE, "x-ms-cosmos-populateindexmetrics", "true"));
    assertThat(response.status()).isEqualTo(200);
    String header = response.headers().get("x-ms-cosmos-index-utilization");
    BsonDocument decoded = Json.parse(Base64.getDecoder().decode(header));
    assertThat(decoded.getArray("UtilizedSingleIndexes")).hasSize(1);
    assertThat(decoded.getArray("UtilizedSingleIndexes").toString()).contains("\"/t\"");
  }

  @Test
  void reportsWhichIndexesWereUsedAndWhichCouldBe() {
    String query = spec("SELECT * FROM c WHERE c.n > 3 AND c['a b'].x = 1 ORDER BY c.id");
    Response first = send(query, join(EVERYWHERE, "x-ms-cosmos-populateindexmetrics", "true"));
    String header = first.headers().get("x-ms-cosmos-index-utilization");
    BsonDocument decoded = Json.parse(Base64.getDecoder().decode(header));
    assertThat(decoded.getArray("UtilizedSingleIndexes")).isEmpty();
    assertThat(decoded.getArray("PotentialSingleIndexes").toString())
        .contains("/n/?", "/\\\"a b\\\"/x/?", "/id/?");
    engine.background().catchUp();
    Response second = send(query, join(EVERYWHERE, "x-ms-cosmos-populateindexmetrics-V2", "true"));
    String text =
        URLDecoder.decode(
            second.headers().get("x-ms-cosmos-index-utilization"), StandardCharsets.UTF_8);
    BsonDocument used = Json.parse(utf8(text));
    assertThat(used.getDocument("UtilizedIndexes").getArray("SingleIndexes").toString())
        .contains("/\\\"a b\\\"/x/?");
    assertThat(used.getDocument("PotentialIndexes").getArray("SingleIndexes")).isEmpty();
    assertThat(send(query, EVERYWHERE).headers().get("x-ms-cosmos-index-utilization")).isNull();
  }
}
