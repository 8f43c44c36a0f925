package dev.mayfly.cosmos.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.http.Response;
import dev.mayfly.cosmos.json.Json;
import dev.mayfly.engine.catalog.IndexingPolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries see computed properties as if items had them, but for items as a whole. */
class ComputedPropertiesTest extends QueryRequests {
  private static final String EXCLUDED =
      "The index path corresponding to the specified order-by item is excluded.";

  @BeforeEach
  void define() {
    container =
        create(
            named("computed")
                .partitionKey("/pk")
                .indexing(
                    new IndexingPolicy(
                        IndexingPolicy.Mode.CONSISTENT, List.of("/*", "/low/?"), List.of()))
                .opaque(
                    parts(
                        "{'computedProperties':["
                            + "{'name':'low','query':'SELECT VALUE LOWER(x.name) FROM x'},"
                            + "{'name':'twice','query':'SELECT VALUE r.n * 2 FROM root r'},"
                            + "{'name':'words','query':'SELECT VALUE StringSplit(c.name, \\'o\\')"
                            + " FROM c'},{'name':'n','query':'SELECT VALUE -c.n FROM c'},"
                            + "{'name':'part','query':'SELECT VALUE c.deep FROM c'}],"
                            + "'indexingPolicy':{'compositeIndexes':[[{'path':'/low',"
                            + "'order':'ascending'},{'path':'/pk','order':'ascending'}]]}}")));
    item("{\"id\":\"1\",\"pk\":\"p\",\"name\":\"Foo\",\"n\":1,\"low\":\"stored\"}");
    item("{\"id\":\"2\",\"pk\":\"p\",\"name\":\"BAR\",\"n\":2,\"deep\":{\"x\":[7]}}");
    item("{\"id\":\"3\",\"pk\":\"q\",\"name\":\"foo\",\"n\":3}");
    item("{\"id\":\"4\",\"pk\":\"q\",\"name\":4}");
  }

  private static BsonDocument parts(String json) {
    String quoted = json.replace("\\'", "`").replace('\'', '"').replace('`', '\'');
    return new BsonDocument("cosmos", Json.parse(quoted.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT VALUE c.id FROM c WHERE c.low = 'foo' | [\"3\",\"1\"]",
        "SELECT VALUE c.id FROM c WHERE c['low'] = 'stored' | []",
        "SELECT c.low, c.twice AS t FROM c WHERE c.id = '2' | [{\"low\":\"bar\",\"t\":4}]",
        "SELECT c.low FROM c WHERE c.id = '4' | [{}]",
        "SELECT VALUE c.twice FROM c WHERE c.id = '2' | [4]",
        "SELECT VALUE c.n FROM c WHERE c.n < -1 | [-3,-2]",
        "SELECT VALUE c.part.x[0] FROM c WHERE IS_DEFINED(c.part.x) | [7]",
        "SELECT VALUE i.low FROM c i WHERE i.id = '1' | [\"foo\"]",
        "SELECT VALUE w FROM c JOIN w IN c.words WHERE c.id = '3' | [\"f\",\"\",\"\"]",
        "SELECT VALUE COUNT(1) FROM w IN c.words | [7]",
        "SELECT VALUE (SELECT VALUE c.low FROM c) FROM c WHERE c.id = '2' | [\"bar\"]",
        "SELECT VALUE EXISTS(SELECT 1 FROM c IN c.words WHERE c.low = 'f') FROM c WHERE c.n = -3"
            + " | [false]",
        "SELECT VALUE x.low FROM (SELECT c.low FROM c WHERE c.low = 'bar') x | [\"bar\"]",
        "SELECT VALUE MAX(c.twice) FROM c | [6]",
        "SELECT c.low, COUNT(1) AS k FROM c WHERE c.low = 'foo' GROUP BY c.low"
            + " | [{\"low\":\"foo\",\"k\":2}]",
        "SELECT DISTINCT VALUE c.low FROM c WHERE c.n <= -1 ORDER BY c.low | [\"bar\",\"foo\"]",
        "SELECT VALUE c.id FROM c ORDER BY c.low DESC | [\"3\",\"1\",\"2\",\"4\"]",
        "SELECT VALUE c.id FROM c ORDER BY c.low, c.pk | [\"4\",\"2\",\"1\",\"3\"]",
      })
  void areSeenByQueries(String query, String results) {
    assertThat(documents(query)).isEqualTo(results);
  }

  private String documents(String query) {
    Response response = send(spec(query), EVERYWHERE);
    String body = new String(response.body(), StandardCharsets.UTF_8);
    assertThat(response.status()).as(body).isEqualTo(200);
    String from = "\"Documents\":";
    return body.substring(body.indexOf(from) + from.length(), body.lastIndexOf(",\"_count\""));
  }

  @Test
  void areNoPartOfItems() {
    assertThat(documents("SELECT * FROM c WHERE c.id = '1'"))
        .contains("\"low\":\"stored\"", "\"n\":1")
        .doesNotContain("twice");
  }

  @Test
  void areSortedByOnlyIfTheyAreIndexedByName() {
    Response response = send(spec("SELECT * FROM c ORDER BY c.twice"), EVERYWHERE);
    assertThat(response.status()).isEqualTo(400);
    assertThat(new String(response.body(), StandardCharsets.UTF_8)).contains(EXCLUDED);
  }

  @Test
  void areThoseOfTheContainerThatIsAsked() {
    String query = "SELECT VALUE c.low FROM c WHERE c.id = '1'";
    assertThat(documents(query)).isEqualTo("[\"foo\"]");
    container = create(named("plain").partitionKey("/pk"));
    item("{\"id\":\"1\",\"pk\":\"p\",\"name\":\"Foo\",\"low\":\"stored\"}");
    assertThat(documents(query)).isEqualTo("[\"stored\"]");
  }
}
