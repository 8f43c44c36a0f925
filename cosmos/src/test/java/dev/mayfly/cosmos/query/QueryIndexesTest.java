package dev.mayfly.cosmos.query;

import static dev.mayfly.engine.catalog.IndexingPolicy.Mode.CONSISTENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.catalog.IndexingPolicy;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

/** What queries tell about their work, and what they need and would use of a policy. */
class QueryIndexesTest extends QueryRequests {
  @Test
  void tellsHowMuchWorkItWas() {
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
  void tellsWhichIndexesTheServiceWouldUse() {
    String query = spec("SELECT * FROM c WHERE c.n > 3 AND c['a b'].x = 1 ORDER BY c.id");
    Response first = send(query, join(EVERYWHERE, "x-ms-cosmos-populateindexmetrics", "true"));
    String header = first.headers().get("x-ms-cosmos-index-utilization");
    BsonDocument decoded = Json.parse(Base64.getDecoder().decode(header));
    assertThat(decoded.getArray("UtilizedSingleIndexes").toString())
        .contains("/n/?", "/\\\"a b\\\"/x/?", "/id/?");
    Response second = send(query, join(EVERYWHERE, "x-ms-cosmos-populateindexmetrics-V2", "true"));
    String text =
        URLDecoder.decode(
            second.headers().get("x-ms-cosmos-index-utilization"), StandardCharsets.UTF_8);
    assertThat(Json.parse(utf8(text)).getDocument("UtilizedIndexes").getArray("SingleIndexes"))
        .hasSize(3);
    container = indexed("{\"compositeIndexes\":" + AB + "}");
    assertThat(used("SELECT * FROM c WHERE c.big.x = 1 AND c.n = 2"))
        .isEqualTo("[/n/?] [] potential [/big/x/?] [[/big/x ASC, /n ASC]]");
    assertThat(used("SELECT * FROM c WHERE c.a = 1 AND c.b > 2"))
        .isEqualTo("[/a/?, /b/?] [[/a ASC, /b ASC]] potential [] []");
    assertThat(used("SELECT * FROM c ORDER BY c.a DESC, c.b DESC"))
        .isEqualTo("[/a/?, /b/?] [[/a DESC, /b DESC]] potential [] []");
    assertThat(used("SELECT * FROM c WHERE c.a = 1 OR c.b > 2"))
        .isEqualTo("[/a/?, /b/?] [] potential [] []");
    assertThat(send(query, EVERYWHERE).headers().get("x-ms-cosmos-index-utilization")).isNull();
  }

  private static final String AB =
      "[[{\"path\":\"/a\",\"order\":\"ascending\"},{\"path\":\"/b\",\"order\":\"ascending\"}]]";

  /** The indexes of single paths and of several, then those that there could be. */
  private String used(String query) {
    Response response =
        send(spec(query), join(EVERYWHERE, "x-ms-cosmos-populateindexmetrics", "true"));
    String header = response.headers().get("x-ms-cosmos-index-utilization");
    BsonDocument told = Json.parse(Base64.getDecoder().decode(header));
    return specs(told, "UtilizedSingleIndexes")
        + " "
        + specs(told, "UtilizedCompositeIndexes")
        + " potential "
        + specs(told, "PotentialSingleIndexes")
        + " "
        + specs(told, "PotentialCompositeIndexes");
  }

  private static List<Object> specs(BsonDocument told, String kind) {
    List<Object> specs = new ArrayList<>();
    for (BsonValue each : told.getArray(kind)) {
      BsonDocument index = each.asDocument();
      specs.add(
          index.containsKey("IndexSpec")
              ? index.getString("IndexSpec").getValue()
              : index.getArray("IndexSpecs").stream().map(s -> s.asString().getValue()).toList());
    }
    return specs;
  }
}
