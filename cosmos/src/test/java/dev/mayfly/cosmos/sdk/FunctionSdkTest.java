package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** User-defined functions in queries. */
class FunctionSdkTest extends ScriptedSdkTest {
  private static List<String> values(CosmosContainer container, SqlQuerySpec query) {
    return container.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream()
        .map(JsonNode::toString)
        .sorted()
        .toList();
  }

  private static List<String> values(CosmosContainer container, String query) {
    return values(container, new SqlQuerySpec(query));
  }

  @Test
  void functionsInEveryClause() {
    CosmosContainer container = container((Integer) null);
    for (int i = 1; i <= 4; i++) {
      container.createItem(item("i" + i).put("cost", 100 * i));
    }
    function(container, "tax", "function tax(cost) { return cost * 0.05; }");
    function(container, "parity", "c => ({even: c.cost % 200 === 0})");
    function(container, "maybe", "function (x) { if (x > 200) return x; }");
    assertThat(
            values(
                container,
                new SqlQuerySpec(
                    "SELECT VALUE udf.tax(c.cost) FROM c WHERE c.cost > @least",
                    new SqlParameter("@least", 150))))
        .containsExactly("10", "15", "20");
    assertThat(values(container, "SELECT VALUE c.id FROM c WHERE udf.tax(c.cost) = 15"))
        .containsExactly("\"i3\"");
    assertThat(values(container, "SELECT VALUE udf.parity(c).even FROM c"))
        .containsExactly("false", "false", "true", "true");
    assertThat(values(container, "SELECT udf.maybe(c.cost) AS m, udf.maybe(c.no) AS n FROM c"))
        .containsExactly("{\"m\":300}", "{\"m\":400}", "{}", "{}");
    // The client adds up what the ranges return, as doubles.
    assertThat(values(container, "SELECT VALUE SUM(udf.tax(c.cost)) FROM c"))
        .containsExactly("50.0");
    assertThat(values(container, "SELECT DISTINCT VALUE udf.parity(c).even FROM c"))
        .containsExactly("false", "true");
  }

  @Test
  void whatFailsIsABadRequest() {
    CosmosContainer container = container((Integer) null);
    container.createItem(item("a"));
    function(container, "bad", "function () { throw new Error('no'); }");
    function(container, "syntax", "function (");
    function(container, "context", "function () { return getContext(); }");
    assertThat(
            assertRefused(400, 0, () -> values(container, "SELECT udf.bad() FROM c")).getMessage())
        .contains("Error: no");
    assertRefused(400, 65535, () -> values(container, "SELECT udf.syntax() FROM c"));
    assertRefused(400, 0, () -> values(container, "SELECT udf.context() FROM c"));
    assertRefused(400, 0, () -> values(container, "SELECT udf.unknown() FROM c"));
  }
}
