package dev.mayfly.cosmos.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** User-defined functions in queries. */
class FunctionSdkTest extends ScriptedSdkTest {
  private static final int MANY = 400;

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
  void functionsOfManyItems() {
    CosmosContainer container = container((Integer) null);
    for (int from = 0; from < MANY; from += 100) {
      CosmosBatch batch = CosmosBatch.createCosmosBatch(PK);
      for (int i = from; i < from + 100; i++) {
        ObjectNode item = item("i" + i).put("n", i);
        batch.createItemOperation(i % 3 == 0 ? item : item.put("third", i % 3));
      }
      assertThat(container.executeCosmosBatch(batch).getStatusCode()).isEqualTo(200);
    }
    function(container, "twice", "n => 2 * n");
    function(container, "same", "x => x");
    function(
        container, "picky", "function (n) { if (n === 123) throw new Error('no'); return n; }");
    function(container, "first", "function (n) { while (n > 300) {} return n; }");
    assertThat(values(container, "SELECT VALUE udf.twice(c.n) FROM c"))
        .isEqualTo(IntStream.range(0, MANY).mapToObj(i -> "" + 2 * i).sorted().toList());
    assertThat(values(container, "SELECT VALUE COUNT(1) FROM c WHERE udf.twice(c.n) < 500"))
        .containsExactly("250");
    assertThat(values(container, "SELECT VALUE COUNT(udf.same(c.third)) FROM c"))
        .containsExactly("266");
    assertThat(
            values(
                container,
                "SELECT VALUE [udf.twice(c.n), udf.same(c.third)] FROM c"
                    + " WHERE c.n >= 100 AND udf.twice(c.n) < 208 AND c.n != 103"))
        .containsExactly("[200,1]", "[202,2]", "[204]");
    assertThat(
            values(
                container,
                "SELECT udf.same(c.third) AS k, COUNT(1) AS n FROM c GROUP BY udf.same(c.third)"))
        .containsExactly("{\"k\":1,\"n\":133}", "{\"k\":2,\"n\":133}", "{\"n\":134}");
    // An error counts if the item is reached.
    String picked = "SELECT VALUE COUNT(1) FROM c WHERE c.n != 123 AND udf.picky(c.n) >= 0";
    assertThat(values(container, picked)).containsExactly("399");
    assertThat(
            assertRefused(400, 0, () -> values(container, "SELECT udf.picky(c.n) FROM c"))
                .getMessage())
        .contains("Error: no");
    assertThat(values(container, "SELECT VALUE c.n > 300 ? 0 : udf.first(c.n) FROM c"))
        .hasSize(MANY);
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
