package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every shape of a query: the SDK asks for a plan, sends what it says and merges the answers. */
class QueryShapesSdkTest extends SdkTest {
  private CosmosContainer container;

  @BeforeEach
  void createItems() {
    container = container(new CosmosContainerProperties("shapes", "/pk"));
    for (int i = 0; i < 12; i++) {
      var item = item("i" + i).put("pk", "p" + i % 3).put("n", i).put("even", i % 2 == 0);
      item.putArray("tags").add("t" + i % 2).add("t" + i % 4);
      if (i % 4 == 0) {
        item.put("rare", i);
      }
      container.createItem(item);
    }
  }

  private List<String> results(String query, CosmosQueryRequestOptions options) {
    List<String> results = new ArrayList<>();
    container
        .queryItems(query, options, JsonNode.class)
        .forEach(result -> results.add(text(result)));
    return results;
  }

  /** With single quotes, and without the fraction that the SDK gives to sums. */
  private static String text(JsonNode result) {
    return result.toString().replace('"', '\'').replaceAll("\\.0\\b", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT VALUE 1 + 1 | 2",
        "SELECT VALUE COUNT(1) FROM c | 12",
        "SELECT VALUE SUM(c.n) FROM c | 66",
        "SELECT VALUE AVG(c.n) FROM c | 5.5",
        "SELECT VALUE MIN(c.rare) FROM c | 0",
        "SELECT VALUE MAX(c.id) FROM c | 'i9'",
        "SELECT COUNT(1) AS many, AVG(c.rare) FROM c | {'many':12,'$1':4}",
        "SELECT VALUE c.n FROM c WHERE c.pk = 'p1' ORDER BY c.n DESC | 10;7;4;1",
        "SELECT VALUE c.n FROM c WHERE c.pk IN ('p1', 'p2') ORDER BY c.n | 1;2;4;5;7;8;10;11",
        "SELECT c.n FROM c ORDER BY c.n OFFSET 3 LIMIT 2 | {'n':3};{'n':4}",
        "SELECT TOP 3 VALUE c.n FROM c ORDER BY c.n DESC | 11;10;9",
        "SELECT DISTINCT VALUE c.pk FROM c ORDER BY c.pk | 'p0';'p1';'p2'",
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.pk FROM c) | 3",
        "SELECT VALUE c.n FROM c JOIN t IN c.tags WHERE t = 't3' ORDER BY c.n | 3;7;11",
        "SELECT VALUE r.n FROM (SELECT VALUE c FROM c WHERE c.n > 9) AS r ORDER BY r.n | 10;11",
        "SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'p0' | 4",
        "SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'none' | 0",
      })
  void comesAsAsked(String query, String expected) {
    assertThat(results(query, new CosmosQueryRequestOptions()))
        .containsExactly(expected.split(";"));
    assertThat(results(query, new CosmosQueryRequestOptions().setMaxDegreeOfParallelism(-1)))
        .containsExactly(expected.split(";"));
  }

  @Test
  void groupsAndDistinctResultsComeInAnyOrder() {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    assertThat(
            results(
                "SELECT c.even, COUNT(1) AS many, MAX(c.n) AS most FROM c GROUP BY c.even",
                options))
        .containsExactlyInAnyOrder(
            "{'even':true,'many':6,'most':10}", "{'even':false,'many':6,'most':11}");
    assertThat(results("SELECT VALUE SUM(c.n) FROM c GROUP BY c.pk", options))
        .containsExactlyInAnyOrder("18", "22", "26");
    assertThat(results("SELECT DISTINCT VALUE t FROM c JOIN t IN c.tags", options))
        .containsExactlyInAnyOrder("'t0'", "'t1'", "'t2'", "'t3'");
    assertThat(results("SELECT DISTINCT c.rare FROM c", options)).hasSize(4);
  }

  @Test
  void withinAPartitionAggregatesMayBePartOfMore() {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("p2"));
    assertThat(results("SELECT VALUE {'many': COUNT(1), 'sum': SUM(c.n) + 1} FROM c", options))
        .containsExactly("{'many':4,'sum':27}");
    assertThat(
            assertRefused(
                    400,
                    0,
                    () ->
                        results(
                            "SELECT VALUE {'many': COUNT(1)} FROM c",
                            new CosmosQueryRequestOptions()))
                .getMessage())
        .contains("Compositions of aggregates and other expressions are not allowed.");
  }
}
